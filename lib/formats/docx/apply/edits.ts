/**
 * Edits of one part's text, counted in the text as it was. An edit may lie inside of another one, whose text then is
 * made from a rendering of pieces of the part, so that both take effect. Edits that cross each other are a fault.
 */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string | (() => string);
}

export class PartEdits {
  readonly source: string;
  readonly #edits: Edit[] = [];
  crossed = false;

  constructor(source: string) {
    this.source = source;
  }

  get isEmpty(): boolean {
    return this.#edits.length === 0;
  }

  add(start: number, end: number, text: Edit["text"]): Edit {
    const edit = { start, end, text };
    this.#edits.push(edit);
    return edit;
  }

  insert(at: number, text: Edit["text"]): void {
    this.add(at, at, text);
  }

  text(): string {
    return this.render(0, this.source.length);
  }

  /** The text from `from` to `to` with the edits that lie in it; insertions at its ends only where `edges` says so. */
  render(from: number, to: number, without?: Edit, edges = from === 0 && to === this.source.length): string {
    const inside = this.#edits
      .map((edit, order) => ({ edit, order }))
      .filter(({ edit }) => edit !== without && edit.start >= from && edit.end <= to)
      .filter(({ edit }) => edges || edit.start !== edit.end || (edit.start > from && edit.start < to))
      // What is inserted at a place comes in front of what is replaced from there on; of two replacements the wider one counts.
      .sort(
        (a, b) =>
          a.edit.start - b.edit.start || rank(a.edit) - rank(b.edit) || b.edit.end - a.edit.end || a.order - b.order,
      );
    let out = "";
    let at = from;
    for (const { edit } of inside) {
      if (edit.start < at) {
        if (edit.end > at) this.crossed = true;
        continue;
      }
      out += this.source.slice(at, edit.start) + (typeof edit.text === "string" ? edit.text : edit.text());
      at = edit.end;
    }
    return out + this.source.slice(at, to);
  }
}

const rank = ({ start, end }: Edit): number => (start === end ? 0 : 1);
