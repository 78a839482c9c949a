/** Sections with their headers and footers, and notes: paired by what refers to them, never by part name or id. */
import { relAttribute, type XmlElement } from "../../ooxml/xml-tree.ts";
import { paragraphsOf, type Container } from "../blocks.ts";
import type { Story, WordDocument } from "../document.ts";
import { wordAttribute, wordChild } from "../names.ts";
import { propertiesOf } from "../meaning.ts";
import { containerKey, containerText } from "../read-blocks.ts";
import { baseAddress } from "../identity.ts";
import type { Draft, SectionPair } from "./entry.ts";
import { changedProperties, type Pairing } from "./pairing.ts";
import { StoryComparison } from "./story-comparison.ts";

export function compareSections(before: WordDocument, after: WordDocument, pairing: Pairing): void {
  const pairs: SectionPair[] = pairing.paragraphs
    .filter(({ story }) => story.kind === "body")
    .map((pair) => ({
      before: pair.before.sectionProperties ?? null,
      after: pair.after.sectionProperties ?? null,
      pair,
    }))
    .filter((section) => section.before !== null || section.after !== null);
  const last = (document: WordDocument) => wordChild(document.body.container.element, "sectPr") ?? null;
  pairs.push({ before: last(before), after: last(after), pair: null });
  const paired = new Map<Story, Story>();
  const owners = new Map<Story, Draft>();
  const [slots, otherSlots] = [slotsOf(before), slotsOf(after)];
  const number = new Map(sectionOrder(before).map((element, at) => [element, at + 1]));
  for (const section of pairs) {
    const draft = compareSection(section, before, after, number, pairing);
    const [left, right] = [slots(section.before), otherSlots(section.after)];
    for (const [slot, story] of right) {
      const own = left.get(slot);
      if (own !== undefined && !paired.has(own) && ![...paired.values()].includes(story)) paired.set(own, story);
      else if (draft !== null) owners.set(story, draft);
    }
    if (draft !== null) for (const story of left.values()) if (!owners.has(story)) owners.set(story, draft);
  }
  compareStories(pairing, headersOf(before), headersOf(after), paired, (story, side) => {
    const paragraph = sectionOwner(side === "before" ? before : after, story);
    const own = side === "before" ? pairing.removedBy : pairing.addedBy;
    return owners.get(story) ?? (paragraph === undefined ? undefined : own.get(paragraph));
  });
}

const headersOf = ({ stories }: WordDocument) => stories.filter(({ kind }) => kind === "header" || kind === "footer");

function sectionOrder(document: WordDocument): XmlElement[] {
  const inside = [...paragraphsOf(document.body.container)].flatMap(({ sectionProperties }) => sectionProperties ?? []);
  const last = wordChild(document.body.container.element, "sectPr");
  return last === undefined ? inside : [...inside, last];
}

const sectionOwner = (document: WordDocument, story: Story) =>
  [...paragraphsOf(document.body.container)].find(
    ({ sectionProperties }) => sectionProperties !== undefined && idsIn(sectionProperties).includes(story.id),
  );

const idsIn = (section: XmlElement): string[] =>
  section.children.flatMap((child) => (typeof child === "string" ? [] : (relAttribute(child, "id") ?? [])));

/** The headers and footers that a section names, by `headerReference first`. */
function slotsOf(document: WordDocument) {
  const byId = new Map(headersOf(document).map((story) => [story.id, story]));
  return (section: XmlElement | null): ReadonlyMap<string, Story> => {
    const found = new Map<string, Story>();
    for (const child of section?.children ?? []) {
      if (typeof child === "string") continue;
      const story = byId.get(relAttribute(child, "id") ?? "");
      if (story !== undefined) found.set(`${child.name} ${wordAttribute(child, "type") ?? "default"}`, story);
    }
    return found;
  };
}

function compareSection(
  section: SectionPair,
  before: WordDocument,
  after: WordDocument,
  number: ReadonlyMap<XmlElement, number>,
  pairing: Pairing,
): Draft | null {
  const properties = (document: WordDocument, element: XmlElement | null) =>
    element === null ? {} : { section: "yes", ...propertiesOf(element, document.parts.context(document.part)) };
  const changed = changedProperties(properties(before, section.before), properties(after, section.after), {
    section: String(number.get(section.before ?? ({} as XmlElement)) ?? "new"),
  });
  if (changed === null) return null;
  const { pair } = section;
  const address = (paragraph: number) => ({ kind: "paragraph", paragraph }) as const;
  const moved = pair === null || pair.before.at === pair.after.at ? {} : { beforeAddress: address(pair.before.at) };
  const where =
    pair === null
      ? ({ address: { kind: "part", part: before.part } } as const)
      : { address: address(pair.after.at), ...moved };
  return pairing.drafts.add(
    { kind: "modified", facet: "format", ...where, ...changed },
    { type: "section", story: before.body, pair: section },
  );
}

/** Notes of one kind, by the references that belong together; notes without any, by what they say. */
export function compareNotes(
  kind: "footnote" | "endnote",
  before: WordDocument,
  after: WordDocument,
  pairing: Pairing,
): void {
  const notes = (document: WordDocument) => document.stories.filter((story) => story.kind === kind);
  const [old, now] = [notes(before), notes(after)];
  const byReference = new Map(now.map((story) => [`${kind} ${story.id}`, story]));
  const paired = new Map<Story, Story>();
  for (const story of old) {
    const twin = byReference.get(pairing.notes.get(`${kind} ${story.id}`) ?? "");
    if (twin !== undefined) paired.set(story, twin);
  }
  const taken = new Set(paired.values());
  const hosted = (story: Story, side: "before" | "after") =>
    (side === "before" ? pairing.referenceRemovedBy : pairing.referenceAddedBy).get(`${kind} ${story.id}`);
  for (const story of old) {
    if (paired.has(story) || hosted(story, "before") !== undefined) continue;
    const key = containerKey(story.container);
    const twin = now.find(
      (other) => !taken.has(other) && hosted(other, "after") === undefined && containerKey(other.container) === key,
    );
    if (twin === undefined) continue;
    paired.set(story, twin);
    taken.add(twin);
  }
  compareStories(pairing, old, now, paired, hosted);
}

/** A story that came or went goes with the change that refers to it, and the other way around. */
function compareStories(
  pairing: Pairing,
  before: readonly Story[],
  after: readonly Story[],
  paired: ReadonlyMap<Story, Story>,
  owner: (story: Story, side: "before" | "after") => Draft | undefined,
): void {
  const taken = new Set(paired.values());
  for (const story of before) {
    const twin = paired.get(story);
    if (twin !== undefined) {
      pairing.stories.set(twin, story);
      new StoryComparison(pairing, story, twin).run();
      continue;
    }
    const address = { kind: "paragraph", paragraph: 1, story: story.name } as const;
    const draft = pairing.drafts.add(
      { kind: "removed", facet: "content", address, before: storyValue(story.container) },
      { type: "story-removed", story },
    );
    link(draft, owner(story, "before"));
  }
  for (const story of after) {
    if (taken.has(story)) continue;
    const address = { kind: "paragraph", paragraph: 1, story: story.name } as const;
    const host = owner(story, "after");
    // Numbers of notes count in after: in the base it is the place that they are put to.
    const base = host === undefined ? {} : { beforeAddress: baseAddress(host.change) };
    const draft = pairing.drafts.add(
      { kind: "added", facet: "content", address, ...base, after: storyValue(story.container) },
      { type: "story-added", afterStory: story },
    );
    link(draft, host);
  }
}

function link(draft: Draft, owner: Draft | undefined): void {
  if (owner === undefined) return;
  draft.needs.push(owner);
  owner.needs.push(draft);
}

const storyValue = (container: Container) =>
  ({
    type: "properties",
    properties: {
      text: containerText(container).replaceAll("[number]", "").trim(),
      paragraphs: [...paragraphsOf(container)].length,
      look: containerKey(container),
    },
  }) as const;
