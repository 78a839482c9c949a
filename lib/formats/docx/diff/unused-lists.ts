/**
 * Definitions of lists that no text of the other version can be paired with: equal ones are the same, whatever their
 * ids; one that nothing uses comes or goes as metadata, one that only going paragraphs use may go with them.
 */
import type { WordDocument } from "../document.ts";
import { paragraphsOf, type Paragraph } from "../blocks.ts";
import { definitionProperties, definitionsOf, type Definition, type Numbering } from "../numbering.ts";
import { wordAttribute, wordChild } from "../names.ts";
import type { Draft } from "./entry.ts";
import type { Pairing } from "./pairing.ts";

interface Lists {
  readonly old: Numbering;
  readonly now: Numbering;
  /** Keys of after → of before; equal definitions that nothing else pairs are added. */
  readonly keys: Map<string, string>;
}

export function compareUnused(before: WordDocument, after: WordDocument, pairing: Pairing, lists: Lists): void {
  const { old, now, keys } = lists;
  const [oldUses, newUses] = [usesOf(before, old), usesOf(after, now)];
  const part = before.related.get("numbering") ?? after.related.get("numbering") ?? "word/numbering.xml";
  const says = (document: WordDocument, definition: Definition) =>
    definitionProperties(definition, document.parts.context(document.related.get("numbering") ?? ""));
  const taken = new Set(keys.values());
  const left = new Map<string, Definition[]>();
  for (const definition of definitionsOf(old)) {
    if (taken.has(definition.key)) continue;
    const text = textOf(definition, says(before, definition));
    left.set(text, [...(left.get(text) ?? []), definition]);
  }
  for (const definition of definitionsOf(now)) {
    if (keys.has(definition.key)) continue;
    const properties = says(after, definition);
    const twin = left.get(textOf(definition, properties))?.shift();
    if (twin !== undefined) keys.set(definition.key, twin.key);
    // A used one comes with what uses it.
    else if (!newUses.has(definition.key))
      pairing.drafts.add(
        {
          kind: "added",
          facet: "metadata",
          address: { kind: "part", part },
          after: { type: "properties", properties },
        },
        { type: "list-added", after: definition },
      );
  }
  for (const definition of [...left.values()].flat()) {
    const needs = usersOf(oldUses.get(definition.key) ?? [], pairing);
    if (needs === null) continue;
    const draft = pairing.drafts.add(
      {
        kind: "removed",
        facet: "metadata",
        address: { kind: "part", part },
        before: { type: "properties", properties: says(before, definition) },
      },
      { type: "list-removed", elements: elementsOf(definition, old) },
    );
    draft.needs.push(...needs);
  }
}

const textOf = ({ lists }: Definition, properties: Readonly<Record<string, string>>): string =>
  `${lists.length === 0 ? "no list" : "list"} ${JSON.stringify(properties)}`;

/** What uses a list, by its key; `null` stands for a style. */
function usesOf(document: WordDocument, { lists }: Numbering): ReadonlyMap<string, (Paragraph | null)[]> {
  const found = new Map<string, (Paragraph | null)[]>();
  const add = (id: string | null | undefined, user: Paragraph | null) => {
    const list = lists.get(id ?? "");
    if (list === undefined) return;
    const known = found.get(list.key);
    if (known === undefined) found.set(list.key, [user]);
    else known.push(user);
  };
  for (const { container } of [document.body, ...document.stories])
    for (const paragraph of paragraphsOf(container)) add(paragraph.listId, paragraph);
  for (const { element } of document.styles.styles)
    add(wordAttribute(wordChild(wordChild(wordChild(element, "pPr"), "numPr"), "numId"), "val"), null);
  return found;
}

/** The changes that take every use of a list away; `null` where some use stays. */
function usersOf(users: readonly (Paragraph | null)[], pairing: Pairing): Draft[] | null {
  const found = new Set<Draft>();
  const restyled = new Map<Paragraph, Draft>();
  for (const draft of pairing.drafts.list)
    if (draft.action.type === "paragraph-properties") restyled.set(draft.action.pair.before, draft);
  for (const user of users) {
    const draft = user === null ? undefined : (pairing.removedBy.get(user) ?? restyled.get(user));
    if (draft === undefined) return null;
    found.add(draft);
  }
  return [...found];
}

/** The lists, and their definition where no other list counts by it. */
function elementsOf({ element, lists }: Definition, { lists: all }: Numbering) {
  const shared = [...all.values()].some((list) => list.definition === element && !lists.includes(list));
  return [...lists.map((list) => list.element), ...(element === undefined || shared ? [] : [element])];
}
