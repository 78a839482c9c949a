/** A text cut at the ends of its marks. Marks that overlap or lie outside of the text are cut to what fits. */
export interface Mark {
  readonly start: number;
  readonly end: number;
}

export interface MarkedPart {
  readonly text: string;
  readonly marked: boolean;
}

export function markedParts(text: string, marks: readonly Mark[]): readonly MarkedPart[] {
  const parts: MarkedPart[] = [];
  let at = 0;
  const add = (to: number, marked: boolean) => {
    if (to > at) parts.push({ text: text.slice(at, to), marked });
    at = Math.max(at, to);
  };
  for (const { start, end } of [...marks].sort((a, b) => a.start - b.start)) {
    add(Math.min(start, text.length), false);
    add(Math.min(end, text.length), true);
  }
  add(text.length, false);
  return parts;
}
