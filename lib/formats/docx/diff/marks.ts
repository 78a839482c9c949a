/** Comments, which stand at ranges of text, and bookmarks, which name places: paired by what they say. */
import type { Address } from "../../../core/address/address.ts";
import type { Value } from "../../../core/change/change.ts";
import type { XmlElement } from "../../ooxml/xml-tree.ts";
import type { Paragraph } from "../blocks.ts";
import type { Story, WordDocument } from "../document.ts";
import { isOwnBookmark, isWord, wordAttribute } from "../names.ts";
import { containerKey, containerText } from "../read-blocks.ts";
import type { Anchor, Draft, MarkMove, ParagraphPair } from "./entry.ts";
import { diffParagraphs } from "./hunks.ts";
import { movesOf } from "./mark-moves.ts";
import { marksOf, type Mark } from "./marks-of.ts";
import { both, changedProperties, type Pairing } from "./pairing.ts";
import { StoryComparison } from "./story-comparison.ts";

const isCommentMark = (element: XmlElement): boolean => /^comment(RangeStart|RangeEnd|Reference)$/.test(element.name);
const idOfMark = (element: XmlElement | undefined): string => wordAttribute(element, "id") ?? "";

export function compareComments(before: WordDocument, after: WordDocument, pairing: Pairing): void {
  const comments = (document: WordDocument) => document.stories.filter(({ kind }) => kind === "comment");
  const [old, now] = [comments(before), comments(after)];
  if (old.length + now.length === 0) return;
  const oldMarks = byId(marksOf(before, isCommentMark));
  const newMarks = byId(marksOf(after, isCommentMark));
  const paired = pairComments(old, now);
  const pairOf = pairsByAfter(pairing);
  for (const story of old) {
    const twin = paired.get(story);
    if (twin === undefined) removeComment(story, oldMarks.get(story.id) ?? [], pairing);
    else {
      pairing.stories.set(twin, story);
      compareAttributes(story, twin, pairing);
      moveComment(
        story,
        twin,
        movesOf(story.id, oldMarks.get(story.id) ?? [], newMarks.get(twin.id) ?? [], pairing),
        pairing,
      );
      new StoryComparison(pairing, story, twin).run();
    }
  }
  const taken = new Set(paired.values());
  for (const story of now) if (!taken.has(story)) addComment(story, newMarks.get(story.id) ?? [], pairing, pairOf);
}

const byId = (marks: readonly Mark[]): ReadonlyMap<string, Mark[]> => {
  const found = new Map<string, Mark[]>();
  for (const mark of marks) found.set(idOfMark(mark.element), [...(found.get(idOfMark(mark.element)) ?? []), mark]);
  return found;
};

/** Equal ones first; then those of the same person and time; then those of the same person, in order. */
function pairComments(before: readonly Story[], after: readonly Story[]): Map<Story, Story> {
  const paired = new Map<Story, Story>();
  const taken = new Set<Story>();
  const field = (story: Story, name: string) => wordAttribute(story.container.element, name) ?? "";
  const rules: ((story: Story) => string)[] = [
    (story) => JSON.stringify([field(story, "author"), field(story, "date"), containerKey(story.container)]),
    (story) => JSON.stringify([field(story, "author"), containerKey(story.container)]),
    (story) =>
      field(story, "date") === "" ? `none ${story.name}` : `${field(story, "author")} ${field(story, "date")}`,
  ];
  for (const rule of rules)
    for (const story of before) {
      if (paired.has(story)) continue;
      const twin = after.find((other) => !taken.has(other) && rule(other) === rule(story));
      if (twin === undefined) continue;
      paired.set(story, twin);
      taken.add(twin);
    }
  return paired;
}

function compareAttributes(story: Story, twin: Story, { drafts }: Pairing): void {
  const changed = changedProperties(attributesOf(story), attributesOf(twin));
  if (changed === null) return;
  const address = (name: string) => ({ kind: "paragraph", paragraph: 1, story: name }) as const;
  const moved = story.name === twin.name ? {} : { beforeAddress: address(story.name) };
  drafts.add(
    { kind: "modified", facet: "metadata", address: address(twin.name), ...moved, ...changed },
    { type: "comment-attributes", story, afterStory: twin },
  );
}

function attributesOf({ container: { element } }: Story): Record<string, string> {
  return Object.fromEntries(
    ["author", "initials", "date"].flatMap((name) => {
      const value = wordAttribute(element, name);
      return value === undefined || value === "" ? [] : [[name, value]];
    }),
  );
}

const commentValue = (story: Story): Value => ({
  type: "properties",
  properties: {
    ...attributesOf(story),
    text: containerText(story.container),
    look: containerKey(story.container),
  },
});

function removeComment(story: Story, marks: readonly Mark[], { drafts, removedBy }: Pairing): void {
  const draft = drafts.add(
    {
      kind: "removed",
      facet: "content",
      address: { kind: "paragraph", paragraph: 1, story: story.name },
      before: commentValue(story),
    },
    { type: "comment-removed", story },
  );
  for (const mark of marks)
    if (isWord(mark.element, "commentReference")) removedBy.get(mark.paragraph)?.needs.push(draft);
}

function addComment(
  story: Story,
  marks: readonly Mark[],
  pairing: Pairing,
  pairOf: ReadonlyMap<Paragraph, ParagraphPair>,
): void {
  const { drafts, addedBy } = pairing;
  const anchors: Anchor[] = [];
  const hosts: Draft[] = [];
  for (const mark of marks) {
    const pair = pairOf.get(mark.paragraph);
    const host = addedBy.get(mark.paragraph);
    if (pair !== undefined) anchors.push({ element: mark.element, pair, at: placeInBefore(pair, mark.token, pairing) });
    else if (host !== undefined) hosts.push(host);
  }
  const reference = marks.find(({ element }) => isWord(element, "commentReference"));
  const host = reference === undefined ? undefined : pairOf.get(reference.paragraph);
  const base =
    host === undefined
      ? {}
      : {
          beforeAddress: {
            kind: "paragraph",
            paragraph: host.before.at,
            ...(host.story.name === "" ? {} : { story: host.story.name }),
          } as const,
        };
  const draft = drafts.add(
    {
      kind: "added",
      facet: "content",
      address: { kind: "paragraph", paragraph: 1, story: story.name },
      ...base,
      after: commentValue(story),
    },
    { type: "comment-added", afterStory: story, anchors },
  );
  draft.needs.push(...hosts);
}

const pairsByAfter = ({ paragraphs }: Pairing): ReadonlyMap<Paragraph, ParagraphPair> =>
  new Map(paragraphs.map((pair) => [pair.after, pair]));

/** The token of before in front of which a place in front of `token` of after lies. */
function placeInBefore({ before, after }: ParagraphPair, token: number, pairing: Pairing): number {
  const { equal } = diffParagraphs(before, after, pairing);
  let place: number | null = null;
  for (const [left, right] of equal) {
    if (right.from >= token) {
      if (place === null) return left.from;
      break;
    }
    place = right.to <= token ? left.to : left.from;
  }
  return place ?? 0;
}

/** Named places are no text: they are metadata. Those of what came or went come and go with it. */
export function compareBookmarks(before: WordDocument, after: WordDocument, pairing: Pairing): void {
  const [old, now] = [bookmarksOf(before), bookmarksOf(after)];
  const pairOf = pairsByAfter(pairing);
  const address = { kind: "part", part: before.part } as const;
  for (const [name, marks] of old) {
    const others = now.get(name);
    if (others !== undefined)
      moveBookmark(name, movesOf(idOfMark(marks[0]?.element), marks, others, pairing), address, pairing);
    if (others !== undefined || marks.some(({ paragraph }) => pairing.removedBy.has(paragraph))) continue;
    pairing.drafts.add(
      { kind: "removed", facet: "metadata", address, before: { type: "properties", properties: { bookmark: name } } },
      { type: "bookmark-removed", marks: marks.map(({ element, story }) => ({ part: story.part, element })) },
    );
  }
  for (const [name, marks] of now) {
    if (old.has(name) || marks.some(({ paragraph }) => pairing.addedBy.has(paragraph))) continue;
    const anchors = marks.flatMap(({ element, paragraph, token }) => {
      const pair = pairOf.get(paragraph);
      return pair === undefined ? [] : [{ element, pair, at: placeInBefore(pair, token, pairing) }];
    });
    if (anchors.length === 0) continue;
    pairing.drafts.add(
      { kind: "added", facet: "metadata", address, after: { type: "properties", properties: { bookmark: name } } },
      { type: "bookmark-added", name, anchors },
    );
  }
}

function moveBookmark(name: string, moves: readonly MarkMove[], address: Address, { drafts }: Pairing): void {
  if (moves.length === 0) return;
  drafts.add(
    { kind: "modified", facet: "metadata", address, ...placesOf(moves, { bookmark: name }) },
    { type: "marks-moved", moves },
  );
}

function moveComment(story: Story, twin: Story, moves: readonly MarkMove[], { drafts }: Pairing): void {
  if (moves.length === 0) return;
  const address = (of: Story) => ({ kind: "paragraph", paragraph: 1, story: of.name }) as const;
  drafts.add(
    { kind: "modified", facet: "metadata", ...both(address(story), address(twin)), ...placesOf(moves, {}) },
    { type: "marks-moved", moves },
  );
}

/** Where the marks stood and stand, by the words of before around them. */
function placesOf(moves: readonly MarkMove[], of: Readonly<Record<string, string>>): { before: Value; after: Value } {
  const side = (name: "before" | "after"): Value => ({
    type: "properties",
    properties: { ...of, ...Object.fromEntries(moves.map((move) => [move.what, move[name]])) },
  });
  return { before: side("before"), after: side("after") };
}

/** The marks of each named place; programs' own are left out. */
function bookmarksOf(document: WordDocument): ReadonlyMap<string, Mark[]> {
  const marks = marksOf(document, ({ name }) => name === "bookmarkStart" || name === "bookmarkEnd");
  const names = new Map<string, string>();
  const found = new Map<string, Mark[]>();
  for (const mark of marks) {
    const name = wordAttribute(mark.element, "name");
    if (mark.element.name === "bookmarkStart" && name !== undefined && !isOwnBookmark(name))
      names.set(`${mark.story.part} ${idOfMark(mark.element)}`, name);
  }
  for (const mark of marks) {
    const name = names.get(`${mark.story.part} ${idOfMark(mark.element)}`);
    if (name !== undefined) found.set(name, [...(found.get(name) ?? []), mark]);
  }
  return found;
}
