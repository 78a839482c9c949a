"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";

import type { FileDiffView } from "../../lib/contracts/changes.ts";
import type { DocumentView } from "../../lib/contracts/document-view.ts";
import { BothViews, type DrawnDiffProps } from "../review/both-views.tsx";
import { StepBar } from "../review/step-bar.tsx";
import { plural } from "../ui/format.ts";
import { Segmented } from "../ui/segmented.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { alignDocument } from "./align.ts";
import { DocumentPage, type ScrollTo } from "./document-page.tsx";
import { isShown } from "./item-view.tsx";
import { fateOf, folded, itemsOf, outlineOf, stepsOf, type Step } from "./items.ts";
import { Outline } from "./outline.tsx";
import type { Drawing } from "./paragraph-view.tsx";
import type { Layout } from "./showing.ts";

/** A document's comparison as a redline on its page; also of a file that came or went. J and K step through changes. */
export function DocumentDiff(props: DrawnDiffProps) {
  return (
    <BothViews
      workspace={props.workspace}
      file={props.diff.file}
      kind="document"
      loading={<SkeletonRows label="Loading the document" rows={18} height={30} />}
      otherwise={props.otherwise}
    >
      {(before, after) => <Loaded {...props} before={before} after={after} />}
    </BothViews>
  );
}

interface LoadedProps extends DrawnDiffProps {
  readonly before: DocumentView | null;
  readonly after: DocumentView | null;
}

function Loaded({ workspace, diff, version, current, before, after, onSelect, onSeen, onEnd, aside }: LoadedProps) {
  const [layout, setLayout] = useState<Layout>("redline");
  const [parts, setParts] = useState<"changed" | "all">("changed");
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [top, setTop] = useState<string | null>(null);
  const scroll = useRef<ScrollTo>(null);
  const { file } = diff;
  const document = useMemo(() => alignDocument(before, after, diff.changes), [before, after, diff.changes]);
  const all = useMemo(() => itemsOf(document), [document]);
  const steps = useMemo(() => stepsOf(all, document.unplaced), [all, document]);
  const outline = useMemo(() => outlineOf(all), [all]);
  const whole = file.before === null || file.after === null;
  const drawing = useDrawing(workspace, diff, { layout: whole ? "redline" : layout, version }, current, {
    onChange: (change) => onSelect({ ids: [change.id], label: "1 change", heading: headingOf(steps, change.id) }),
    onTwin: (change, from) => {
      const twin = all.find((item) => item.changes.includes(change) && fateOf(item) !== from);
      if (twin !== undefined) scroll.current?.(twin.key);
    },
  });
  const items = useMemo(() => {
    const shown = all.filter((item) => isShown(item, drawing));
    return parts === "all" || whole ? shown : folded(shown, open);
  }, [all, drawing, parts, whole, open]);
  const chosen = useMemo(() => new Set(current === null ? [] : [current]), [current]);
  const index = steps.findIndex(({ change }) => change.id === current);
  const step = (by: 1 | -1) => {
    const next = steps[index === -1 ? 0 : index + by];
    if (next === undefined) {
      onEnd(by);
      return;
    }
    onSeen(next.key === null ? [next.change.id] : []);
    onSelect({ ids: [next.change.id], label: "1 change", heading: next.heading });
  };
  const stepped = steps[index];
  const at = stepped?.key ?? null;
  useEffect(() => {
    if (at !== null) scroll.current?.(at);
  }, [at]);
  const onTop = useCallback((key: string) => setTop(key), []);
  const unfold = (key: string) => setOpen((known) => new Set([...known, key]));
  return (
    <>
      {aside(document.unplaced)}
      <div className="@container flex min-h-0 min-w-0 flex-1 flex-col">
        <StepBar
          count={steps.length}
          at={stepped === undefined ? null : { index, change: stepped.change, place: placeOf(stepped) }}
          onStep={step}
        >
          <LeftOut count={Math.max(before?.leftOut ?? 0, after?.leftOut ?? 0)} />
          {whole ? null : (
            <>
              <Segmented
                label="Text"
                value={parts}
                onChange={setParts}
                segments={[
                  { value: "changed", label: "Changed parts" },
                  { value: "all", label: "Whole text" },
                ]}
              />
              <Segmented
                label="Layout"
                value={layout}
                onChange={setLayout}
                segments={[
                  { value: "redline", label: "Redline" },
                  { value: "side", label: "Side by side" },
                  { value: "clean", label: "Clean", title: "The shown version alone, without marks" },
                ]}
              />
            </>
          )}
        </StepBar>
        <div className="flex min-h-0 flex-1">
          {outline.length < 2 ? null : (
            <Outline
              entries={outline}
              here={sectionOf(outline, items, top)}
              onOpen={(key) => scroll.current?.(key, "start")}
            />
          )}
          <DocumentPage
            items={items}
            drawing={drawing}
            chosen={chosen}
            onItem={(changes, heading) =>
              onSelect({ ids: changes.map(({ id }) => id), label: heading.toLowerCase(), heading })
            }
            onSeen={onSeen}
            onUnfold={unfold}
            onTop={onTop}
            scroll={scroll}
            label="Document"
          />
        </div>
      </div>
    </>
  );
}

function useDrawing(
  workspace: string,
  { file }: FileDiffView,
  { layout, version }: Drawing["showing"],
  current: string | null,
  acts: Pick<Drawing, "onChange" | "onTwin">,
): Drawing {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  const { path, fromPath, before, after } = file;
  return useMemo(() => {
    const source = (at: string, hash: string | null) =>
      hash === null ? null : { workspace, path: at, contentHash: hash };
    return {
      showing: { layout, version: before === null || after === null ? "staged" : version },
      current,
      onChange: (change) => latest.current.onChange(change),
      onTwin: (change, from) => latest.current.onTwin(change, from),
      before: source(fromPath ?? path, before),
      after: source(path, after),
    };
  }, [workspace, path, fromPath, before, after, layout, version, current]);
}

const headingOf = (steps: readonly Step[], id: string): string =>
  steps.find(({ change }) => change.id === id)?.heading ?? "";

/** The last heading at or above an item. */
function sectionOf(
  outline: readonly { readonly key: string }[],
  items: readonly { readonly key: string }[],
  top: string | null,
): string | null {
  const keys = new Set(outline.map(({ key }) => key));
  const at = items.findIndex(({ key }) => key === top);
  return items.slice(0, at + 1).findLast(({ key }) => keys.has(key))?.key ?? outline[0]?.key ?? null;
}

const placeOf = ({ heading }: Step): string => (heading === "" ? "beside the text" : heading.toLowerCase());

function LeftOut({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return <span className="text-stale">{plural(count, "more paragraph")} not drawn: the document is too long</span>;
}
