"use client";

import { ChevronDown, ChevronUp } from "lucide-react";
import dynamic from "next/dynamic";
import { useEffect, useMemo, useState } from "react";

import type { ReviewedChange, TextView } from "../../lib/contracts/changes.ts";
import type { ShownVersion } from "../review/file-toolbar.tsx";
import { addressWords } from "../review/words.ts";
import { ThreadsOnChanges } from "../comments/thread-marks.tsx";
import { cx } from "../ui/cx.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { groupDigits, plural } from "../ui/format.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { useShortcuts } from "../ui/use-shortcuts.ts";
import { HUNK_SIGNS, HunkList } from "./hunk-list.tsx";
import { hunksOf, linesIn, stepHunk, type TextHunk } from "./hunks.ts";

const MonacoDiff = dynamic(() => import("./monaco-diff.tsx").then((module) => module.MonacoDiff), { ssr: false });

export interface TextDiffProps {
  readonly view: Pick<TextView, "path" | "before" | "staged" | "planned" | "language" | "truncated">;
  /** In document order. */
  readonly changes: readonly ReviewedChange[];
  readonly version: ShownVersion;
  /** The chosen hunk's change; null: none yet. */
  readonly current: string | null;
  readonly onCurrent: (id: string) => void;
  /** Stepping went past the last (1) or first (-1) hunk. */
  readonly onEnd?: (direction: 1 | -1) => void;
}

type Layout = "place" | "side";

/** A text file's comparison, hunk by hunk. J and K step; the hunks stand there as a list until the editor is loaded. */
export function TextDiff({ view, changes, version, current, onCurrent, onEnd }: TextDiffProps) {
  const [layout, setLayout] = useState<Layout>("place");
  const [loaded, setLoaded] = useState(false);
  const hunks = useMemo(() => hunksOf(changes), [changes]);
  useEffect(() => {
    void import("./monaco-diff.tsx").then(() => setLoaded(true));
  }, []);
  const step = (direction: 1 | -1) => {
    const next = stepHunk(hunks, current, direction);
    if (next === null) onEnd?.(direction);
    else onCurrent(next.id);
  };
  useShortcuts("Changes", [
    { keys: "J", label: "Next hunk", hint: "change", enabled: hunks.length > 0, run: () => step(1) },
    { keys: "K", label: "Previous hunk", hint: "change", enabled: hunks.length > 0, run: () => step(-1) },
  ]);
  const compared = view[version];
  // A file that came or went has one text: an editor would compare it with an empty line that is in neither version.
  const whole = view.before === null ? "added" : compared === null ? "removed" : null;
  const only = whole === "added" ? compared : view.before;
  if (only === null)
    return (
      <EmptyState title="Not there in this version">
        {version === "before"
          ? "The file was created on this branch."
          : "Its creation is not accepted: as things are, it would not become official."}
      </EmptyState>
    );
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="border-line bg-sunken flex h-[34px] shrink-0 items-center gap-2 border-b px-3 text-sm">
        {whole === null ? (
          <>
            <HunkPosition hunks={hunks} current={current} />
            <IconButton icon={ChevronDown} label="Next hunk" kbd="J" onClick={() => step(1)} />
            <IconButton icon={ChevronUp} label="Previous hunk" kbd="K" onClick={() => step(-1)} />
          </>
        ) : (
          <WholeFile whole={whole} text={only} />
        )}
        <span className="flex-1" />
        {view.truncated ? <span className="text-stale">only the beginning is shown</span> : null}
        {whole === null ? (
          <Segmented
            label="Layout"
            value={layout}
            onChange={setLayout}
            segments={[
              { value: "place", label: "In place" },
              { value: "side", label: "Side by side" },
            ]}
          />
        ) : null}
      </div>
      {loaded ? (
        <MonacoDiff
          path={view.path}
          language={view.language}
          original={whole === null ? (view.before ?? "") : only}
          modified={whole === null ? (compared ?? "") : only}
          whole={whole}
          version={version}
          sideBySide={layout === "side" && whole === null}
          hunks={hunks}
          current={current}
          onCurrent={onCurrent}
        />
      ) : (
        <HunkList hunks={hunks} current={current} onCurrent={onCurrent} />
      )}
    </div>
  );
}

const WHOLE = {
  added: ["+", "text-added", "every line is new"],
  removed: ["−", "text-removed", "every line is removed"],
} as const;

function WholeFile({ whole, text }: { readonly whole: "added" | "removed"; readonly text: string }) {
  const [sign, tone, words] = WHOLE[whole];
  return (
    <span>
      <b className="font-semibold">{plural(linesIn(text), "line")}</b>{" "}
      <span className={cx(tone, "font-medium")}>
        {sign} {words}
      </span>
    </span>
  );
}

function HunkPosition({ hunks, current }: { readonly hunks: readonly TextHunk[]; readonly current: string | null }) {
  const index = hunks.findIndex(({ id }) => id === current);
  const hunk = hunks[index];
  if (hunk === undefined) return <span className="text-ink-3">{plural(hunks.length, "hunk")}</span>;
  const [sign, tone, word] = HUNK_SIGNS[hunk.kind];
  return (
    <span role="status" className="cut">
      <b className="font-semibold">
        Hunk {groupDigits(index + 1)} of {groupDigits(hunks.length)}
      </b>{" "}
      <span className={cx(tone, "font-medium")}>
        {sign} {addressWords(hunk.change.address)} {word}
      </span>{" "}
      <ThreadsOnChanges changes={[hunk]} />
    </span>
  );
}
