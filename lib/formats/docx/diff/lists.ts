/** Pairs the lists of two versions by the paragraphs that use them, and finds lists that look or count otherwise. */
import type { WordDocument } from "../document.ts";
import { listProperties, readNumbering, type Numbering } from "../numbering.ts";
import { wordAttribute, wordChild } from "../names.ts";
import { changedProperties, type Pairing } from "./pairing.ts";
import { compareUnused } from "./unused-lists.ts";

export interface ListPairs {
  readonly before: Numbering;
  readonly after: Numbering;
  /** `w:numId` of after → of before, for lists that are the same one. */
  readonly toBefore: ReadonlyMap<string, string>;
}

export const numberingOf = (document: WordDocument): Numbering => {
  const part = document.related.get("numbering");
  const tree = part === undefined ? undefined : document.package.tree(part);
  return readNumbering(tree?.ok === true ? tree.value : undefined);
};

export function compareLists(before: WordDocument, after: WordDocument, pairing: Pairing): ListPairs {
  const [old, now] = [numberingOf(before), numberingOf(after)];
  const votes = new Map<string, Map<string, number>>();
  const vote = (left: string | null | undefined, right: string | null | undefined) => {
    const [a, b] = [old.lists.get(left ?? ""), now.lists.get(right ?? "")];
    if (a === undefined || b === undefined) return;
    const known = votes.get(b.key) ?? new Map<string, number>();
    votes.set(b.key, known.set(a.key, (known.get(a.key) ?? 0) + 1));
  };
  for (const pair of pairing.paragraphs) vote(pair.before.listId, pair.after.listId);
  for (const style of before.styles.styles) {
    const twin = after.styles.byKey.get(`${style.type} ${style.name.toLowerCase()}`);
    if (twin !== undefined) vote(styleList(style.element), styleList(twin.element));
  }
  const keys = new Map<string, string>();
  for (const [key, found] of votes) keys.set(key, [...found].reduce((best, one) => (one[1] > best[1] ? one : best))[0]);
  paragraphsInOtherLists(pairing, old, now, keys);
  compareUnused(before, after, pairing, { old, now, keys });
  const firstOld = firstByKey(old);
  const firstNow = firstByKey(now);
  const done = new Set<string>();
  for (const [key, oldKey] of keys) {
    const [left, right] = [firstOld.get(oldKey), firstNow.get(key)];
    if (left === undefined || right === undefined || done.has(oldKey)) continue;
    done.add(oldKey);
    const changed = changedProperties(
      listProperties(left, before.parts.context(before.related.get("numbering") ?? "")),
      listProperties(right, after.parts.context(after.related.get("numbering") ?? "")),
      { list: `${ordinal(old, oldKey)}` },
    );
    if (changed === null) continue;
    const part = before.related.get("numbering") ?? "";
    pairing.drafts.add(
      { kind: "modified", facet: "format", address: { kind: "part", part }, ...changed },
      { type: "list", before: oldKey, after: right.id },
    );
  }
  const toBefore = new Map<string, string>();
  for (const list of now.lists.values()) {
    const found = firstOld.get(keys.get(list.key) ?? "");
    if (found !== undefined) toBefore.set(list.id, found.id);
  }
  return { before: old, after: now, toBefore };
}

/** A paragraph that went from one list to another one of the same level. */
function paragraphsInOtherLists(
  { paragraphs, drafts }: Pairing,
  old: Numbering,
  now: Numbering,
  keys: ReadonlyMap<string, string>,
): void {
  for (const pair of paragraphs) {
    const [left, right] = [old.lists.get(pair.before.listId ?? ""), now.lists.get(pair.after.listId ?? "")];
    if (left === undefined || right === undefined || keys.get(right.key) === left.key) continue;
    const known = drafts.list.find(
      ({ action }) => action.type === "paragraph-properties" && action.pair.before === pair.before,
    );
    if (known !== undefined) continue;
    const story = pair.story.name === "" ? {} : { story: pair.story.name };
    const address = (paragraph: number) => ({ kind: "paragraph", paragraph, ...story }) as const;
    const moved = pair.before.at === pair.after.at ? {} : { beforeAddress: address(pair.before.at) };
    drafts.add(
      {
        kind: "modified",
        facet: "format",
        address: address(pair.after.at),
        ...moved,
        before: { type: "properties", properties: { list: `list ${ordinal(old, left.key)}` } },
        after: { type: "properties", properties: { list: `another list ${ordinal(old, keys.get(right.key) ?? "")}` } },
      },
      { type: "paragraph-properties", story: pair.story, pair },
    );
  }
}

const styleList = (style: Parameters<typeof wordChild>[0]): string | undefined =>
  wordAttribute(wordChild(wordChild(wordChild(style, "pPr"), "numPr"), "numId"), "val");

const firstByKey = (numbering: Numbering) => {
  const found = new Map([...numbering.lists.values()].reverse().map((list) => [list.key, list]));
  return found;
};

/** Which of the document's lists it is, counted from 1; 0: none of them. */
const ordinal = (numbering: Numbering, key: string): number => {
  const keys = [...new Set([...numbering.lists.values()].map((list) => list.key))];
  return keys.indexOf(key) + 1;
};
