/**
 * The changes of a document by the place that they speak of: a block that came, went or moved, a paragraph, a row. Each
 * is taken by the place that it is drawn at; what is left has no place in the text.
 */
import type { ReviewedChange } from "../../lib/contracts/changes.ts";
import type { DocumentBlock } from "../../lib/contracts/document-view.ts";
import { parseAddress, type Address } from "../../lib/core/address/address.ts";

export type Side = "before" | "after";
export type BlockFate = "added" | "removed" | "movedFrom" | "movedTo";

export class Places {
  readonly #blocks = new Map<string, { readonly fate: BlockFate; readonly change: ReviewedChange }>();
  readonly #rows = new Map<string, { readonly fate: "added" | "removed"; readonly change: ReviewedChange }>();
  readonly #stories = new Map<string, ReviewedChange>();
  readonly #paragraphs = new Map<string, ReviewedChange[]>();
  readonly #whole = new Map<string, ReviewedChange[]>();
  readonly #rowChanges = new Map<string, ReviewedChange[]>();
  /** Stories of after by those of before, where a change says that both are one. */
  readonly storyPairs = new Map<string, string>();
  readonly placed = new Set<string>();

  constructor(changes: readonly ReviewedChange[]) {
    for (const change of changes) this.#add(change);
  }

  /** What became of a block as a whole; it is taken. */
  block(story: string, block: DocumentBlock, side: Side): { fate: BlockFate; change: ReviewedChange } | null {
    const key = `${side} ${story} ${block.at} ${block.kind}`;
    const found = this.#blocks.get(key);
    if (found === undefined) return null;
    this.#blocks.delete(key);
    this.placed.add(found.change.id);
    return found;
  }

  row(story: string, table: number, row: number, side: Side): ReviewedChange | null {
    const found = this.#rows.get(`${side} ${story} ${table} ${row}`);
    if (found === undefined) return null;
    this.placed.add(found.change.id);
    return found.change;
  }

  story(name: string, side: Side): ReviewedChange | null {
    const found = this.#stories.get(`${side} ${name}`);
    if (found !== undefined) this.placed.add(found.id);
    return found ?? null;
  }

  /** @param at in after */
  paragraph = (story: string, at: number): readonly ReviewedChange[] => this.#take(this.#paragraphs, `${story} ${at}`);

  /** What is compared as a whole, by its number in after. */
  opaque = (story: string, at: number): readonly ReviewedChange[] => this.#take(this.#whole, `${story} ${at}`);

  rowChanges = (story: string, table: number, row: number): readonly ReviewedChange[] =>
    this.#take(this.#rowChanges, `${story} ${table} ${row}`);

  #take(from: Map<string, ReviewedChange[]>, key: string): readonly ReviewedChange[] {
    const found = from.get(key) ?? [];
    from.delete(key);
    for (const { id } of found) this.placed.add(id);
    return found;
  }

  #add(change: ReviewedChange): void {
    const at = addressOf(change.address);
    if (at?.kind === "paragraph") this.#addParagraph(change, at, addressOf(change.beforeAddress ?? change.address));
    else if (at?.kind === "tableRow") this.#addRow(change, at);
  }

  #addParagraph(
    change: ReviewedChange,
    { paragraph, story = "" }: Extract<Address, { kind: "paragraph" }>,
    was: Address | null,
  ): void {
    const what = kindOf(change.kind === "added" ? change.after : change.before);
    switch (change.kind) {
      case "added":
        if (what === null) this.#stories.set(`after ${story}`, change);
        else this.#blocks.set(`after ${story} ${paragraph} ${what}`, { fate: "added", change });
        return;
      case "removed":
        if (what === null) this.#stories.set(`before ${story}`, change);
        else this.#blocks.set(`before ${story} ${paragraph} ${what}`, { fate: "removed", change });
        return;
      case "moved":
        if (was?.kind !== "paragraph" || what === null) return;
        this.#blocks.set(`before ${was.story ?? ""} ${was.paragraph} ${what}`, { fate: "movedFrom", change });
        this.#blocks.set(`after ${story} ${paragraph} ${what}`, { fate: "movedTo", change });
        return;
      case "modified":
        if (was?.kind === "paragraph" && story !== "") this.storyPairs.set(was.story ?? "", story);
        push(what === null || what === "paragraph" ? this.#paragraphs : this.#whole, `${story} ${paragraph}`, change);
    }
  }

  #addRow(change: ReviewedChange, { table, row, story = "" }: Extract<Address, { kind: "tableRow" }>): void {
    const { kind } = change;
    if (kind === "added" || kind === "removed")
      this.#rows.set(`${kind === "added" ? "after" : "before"} ${story} ${table} ${row}`, { fate: kind, change });
    else push(this.#rowChanges, `${story} ${table} ${row}`, change);
  }
}

function push(map: Map<string, ReviewedChange[]>, key: string, change: ReviewedChange): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [change]);
  else known.push(change);
}

function addressOf(fragment: string): Address | null {
  const parsed = parseAddress(fragment);
  return parsed.ok ? parsed.value : null;
}

const KINDS: Readonly<Record<string, DocumentBlock["kind"]>> = {
  table: "table",
  paragraph: "paragraph",
  "content control": "group",
};

/** Which kind of block a value is of; null: of none (a note, properties). */
function kindOf(value: ReviewedChange["before"]): DocumentBlock["kind"] | null {
  if (value?.type === "rich") return "paragraph";
  const what = value?.type === "properties" ? value.properties["what"] : undefined;
  return typeof what === "string" ? (KINDS[what] ?? "opaque") : null;
}
