import { visibleText } from "../files/visible-name.ts";
import { markedParts, type Mark } from "./marked-parts.ts";

/** Text of a file with the words that were looked for: text and ranges, never markup. */
export function MarkedText({ text, marks }: { readonly text: string; readonly marks: readonly Mark[] }) {
  return (
    <bdi className="break-words">
      {markedParts(text, marks).map(({ text: part, marked }, index) =>
        marked ? (
          <mark key={index} className="bg-stale-soft text-ink rounded-sm px-px font-semibold">
            {visibleText(part)}
          </mark>
        ) : (
          <span key={index}>{visibleText(part)}</span>
        ),
      )}
    </bdi>
  );
}
