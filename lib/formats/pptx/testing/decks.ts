/** What tests of decks do again and again: compare two, apply some changes, and say changes in a line. */
import { expect } from "vitest";

import { formatAddress } from "../../../core/address/address.ts";
import type { Change, ChangeId } from "../../../core/change/change.ts";
import { sha256 } from "../../../shared/sha256.ts";
import { DEFAULT_LIMITS, defaultWork } from "../../format.ts";
import { openPackage, type OoxmlPackage } from "../../ooxml/package.ts";
import { applyToDecks } from "../apply/apply.ts";
import { parseDeck, type Deck } from "../deck.ts";
import { diffDecks } from "../diff/diff.ts";
import { buildDeck, type BoxSpec, type DeckSpec, type SlideSpec } from "./deck-builder.ts";

export function deckOf(bytes: Uint8Array): Deck {
  const deck = parseDeck(bytes, sha256(bytes), DEFAULT_LIMITS);
  if (!deck.ok) throw new Error(JSON.stringify(deck.error));
  return deck.value;
}

export const changesOf = (before: Uint8Array, after: Uint8Array): Change[] =>
  diffDecks(deckOf(before), deckOf(after), defaultWork()).entries.map(({ change }) => change);

/** Kind, facet and address of each. */
export const lines = (changes: readonly Change[]): string[] =>
  changes.map(({ kind, facet, address }) => `${kind} ${facet} ${formatAddress(address)}`);

export function applied(before: Uint8Array, after: Uint8Array, ids: readonly ChangeId[]): Uint8Array {
  const result = applyToDecks(deckOf(before), deckOf(after), ids);
  expect(result.ok ? "" : JSON.stringify(result.error)).toBe("");
  return result.ok ? result.value : new Uint8Array();
}

export function packageOf(bytes: Uint8Array): OoxmlPackage {
  const opened = openPackage(bytes, DEFAULT_LIMITS);
  if (!opened.ok) throw new Error(JSON.stringify(opened.error));
  return opened.value;
}

/** Names of parts whose bytes differ, are new or gone. */
export function touched(before: Uint8Array, after: Uint8Array): string[] {
  const [a, b] = [packageOf(before), packageOf(after)];
  const names = new Set([...a.zip.byName.keys(), ...b.zip.byName.keys()]);
  return [...names]
    .filter((name) => Buffer.compare(a.bytes(name) ?? new Uint8Array(), b.bytes(name) ?? new Uint8Array()) !== 0)
    .sort();
}

export const box = (id: number, text: string, more: Partial<BoxSpec> = {}): BoxSpec => ({
  id,
  name: `Box ${id}`,
  text: [text],
  ...more,
});

export const slide = (id: number, title: string, more: Partial<SlideSpec> = {}): SlideSpec => ({
  id,
  boxes: [{ kind: "title", id: 2, name: "Title 1", text: [title] }, box(3, `${title}: the text of this slide`)],
  ...more,
});

export const deck = (slides: readonly SlideSpec[], more: Partial<DeckSpec> = {}): Uint8Array =>
  buildDeck({ slides, ...more });
