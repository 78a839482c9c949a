import { visibleText } from "../files/visible-name.ts";
import { cx } from "../ui/cx.ts";
import type { OutlineEntry } from "./items.ts";

export interface OutlineProps {
  readonly entries: readonly OutlineEntry[];
  /** The section at the top of the page. */
  readonly here: string | null;
  readonly onOpen: (key: string) => void;
}

const INDENTS = ["pl-3", "pl-3", "pl-6", "pl-9", "pl-12"] as const;

/** The headings, with how many changes stand below each. */
export function Outline({ entries, here, onOpen }: OutlineProps) {
  return (
    <nav
      aria-label="Headings"
      className="border-line bg-panel hidden w-[210px] shrink-0 overflow-auto border-r py-2 @4xl:block"
    >
      <ul>
        {entries.map(({ key, text, level, changes }) => (
          <li key={key}>
            <button
              type="button"
              aria-current={key === here ? "location" : undefined}
              onClick={() => onOpen(key)}
              className={cx(
                "ring-inside flex min-h-6 w-full items-center gap-2 py-0.5 pr-3 text-left text-sm",
                INDENTS[Math.min(level, INDENTS.length - 1)],
                key === here ? "bg-hover font-medium" : "hover:bg-hover",
                changes === 0 && "text-ink-2",
              )}
            >
              <bdi className="cut flex-1" title={visibleText(text)}>
                {visibleText(text)}
              </bdi>
              {changes === 0 ? null : (
                <span className="text-changed mono shrink-0">
                  <span aria-hidden>~</span>
                  {changes}
                  <span className="sr-only"> changes</span>
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
