"use client";

import { Minus, Plus } from "lucide-react";
import { useId, useState, type CSSProperties, type ReactNode } from "react";

import { useRoom } from "../pdf-diff/use-room.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { formatBytes, groupDigits } from "../ui/format.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { DifferenceLayer, differenceWords, useDifference } from "./difference-layer.tsx";
import { PicturePane } from "./picture-pane.tsx";
import { usePicture, type Picture, type PictureState } from "./use-picture.ts";
import { fitted, zoomed, type Extent, type View } from "./view-box.ts";

export interface ImageDiffProps {
  /** Addresses of the bytes; null: the file is not there on that side. */
  readonly before: string | null;
  readonly after: string | null;
}

type Mode = "side" | "swipe" | "onion" | "difference";

const MODES = [
  { value: "side", label: "Side by side" },
  { value: "swipe", label: "Swipe" },
  { value: "onion", label: "Onion skin" },
  { value: "difference", label: "Difference" },
] as const;

/** Pixels of a side's title. */
const TITLE = 27;

const pictureOf = (state: PictureState): Picture | null => (state.kind === "ready" ? state.picture : null);

/** Two versions of a picture: beside, over and through one another, and which pixels differ. One version: by itself. */
export function ImageDiff(props: ImageDiffProps) {
  const [before, after] = [usePicture(props.before), usePicture(props.after)];
  const failed = [before, after].find((state) => state.kind === "failed");
  if (failed?.kind === "failed")
    return <EmptyState title="The picture could not be fetched">{failed.detail}</EmptyState>;
  if ([before, after].some(({ kind }) => kind === "loading"))
    return (
      <div className="min-h-0 flex-1">
        <SkeletonRows label="Loading the picture" />
      </div>
    );
  return <Pictures before={pictureOf(before)} after={pictureOf(after)} />;
}

interface PicturesProps {
  readonly before: Picture | null;
  readonly after: Picture | null;
}

function Pictures({ before, after }: PicturesProps) {
  const [mode, setMode] = useState<Mode>("side");
  const [part, setPart] = useState(50);
  const [view, setView] = useState<View | null>(null);
  const slider = useId();
  const [stage, room] = useRoom<HTMLDivElement>();
  const drawn = [before?.drawn, after?.drawn].filter((one) => one !== null && one !== undefined);
  const both = drawn.length === 2;
  const difference = useDifference(both ? (before?.drawn?.bitmap ?? null) : null, after?.drawn?.bitmap ?? null);
  const extent: Extent = {
    width: Math.max(1, ...drawn.map(({ bitmap }) => bitmap.width)),
    height: Math.max(1, ...drawn.map(({ bitmap }) => bitmap.height)),
  };
  const pane = { extent, view, onView: setView };
  const shown = both ? mode : "side";
  const panes = shown === "side" && before !== null && after !== null ? 2 : 1;
  const paneRoom = { width: room.width / panes, height: room.height - (shown === "side" ? TITLE : 0) };
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="border-line bg-sunken flex min-h-[34px] shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b px-3 py-1 text-sm">
        {both ? <Segmented label="How they are compared" value={mode} onChange={setMode} segments={MODES} /> : null}
        {shown === "swipe" || shown === "onion" ? (
          <span className="text-ink-2 flex items-center gap-2">
            <label htmlFor={slider}>Before</label>
            <input
              id={slider}
              type="range"
              min={0}
              max={100}
              value={part}
              aria-valuetext={`${part} % staged`}
              onChange={(event) => setPart(Number(event.target.value))}
              className="accent-accent w-40"
            />
            Staged
          </span>
        ) : null}
        <span className="flex-1" />
        {drawn.length === 0 ? null : <Zoom view={view ?? fitted(extent, paneRoom)} room={paneRoom} onView={setView} />}
      </div>
      <div ref={stage} className="divide-line bg-canvas flex min-h-0 flex-1 divide-x">
        {shown === "side" ? (
          <>
            <Side title={after === null ? "Deleted" : "Before"} picture={before} {...pane} />
            <Side title={before === null ? "Picture" : "Staged"} picture={after} {...pane} />
          </>
        ) : (
          <PicturePane label="Both versions over one another" {...pane}>
            {shown === "difference" && difference !== null ? (
              <DifferenceLayer difference={difference} />
            ) : (
              <>
                <Layer picture={before} style={shown === "swipe" ? clip(0, 100 - part) : { opacity: 1 }} />
                <Layer picture={after} style={shown === "swipe" ? clip(100 - part, 0) : { opacity: part / 100 }} />
                {shown === "swipe" ? <Divider at={100 - part} scale={view?.scale ?? 1} /> : null}
              </>
            )}
          </PicturePane>
        )}
      </div>
      {both ? (
        <Facts before={before} after={after} words={differenceWords(difference)} sides={shown !== "side"} />
      ) : null}
    </div>
  );
}

/** What is left of a layer between these parts of its width, in percent. */
const clip = (left: number, right: number): CSSProperties => ({ clipPath: `inset(0 ${right}% 0 ${left}%)` });

function Divider({ at, scale }: { readonly at: number; readonly scale: number }) {
  return (
    <span
      aria-hidden
      className="bg-accent absolute inset-y-0"
      style={{ left: `${at}%`, width: Math.max(1, 2 / scale) }}
    />
  );
}

interface ZoomProps {
  readonly view: View;
  readonly room: Extent;
  readonly onView: (view: View | null) => void;
}

/** By a step, about the middle of what is in view. */
function Zoom({ view, room, onView }: ZoomProps) {
  const middle = { x: room.width / 2, y: room.height / 2 };
  const by = (factor: number) => onView(zoomed(view, factor, middle));
  return (
    <span className="flex items-center gap-1">
      <span className="text-ink-3 w-12 text-right tabular-nums">{Math.round(view.scale * 100)} %</span>
      <IconButton icon={Minus} label="Smaller" onClick={() => by(0.8)} />
      <IconButton icon={Plus} label="Larger" onClick={() => by(1.25)} />
      <Button onClick={() => onView(null)}>All of it</Button>
      <Button onClick={() => by(1 / view.scale)}>100 %</Button>
    </span>
  );
}

interface SideProps {
  readonly title: string;
  readonly picture: Picture | null;
  readonly extent: Extent;
  readonly view: View | null;
  readonly onView: (view: View | null) => void;
}

function Side({ title, picture, ...pane }: SideProps) {
  if (picture === null) return null;
  return (
    <section aria-label={title} className="flex min-w-0 flex-1 flex-col">
      <h3 className="border-line bg-panel text-ink-2 flex items-center gap-2 border-b px-3 py-1 text-sm">
        <b className="text-ink font-semibold">{title}</b> <span className="cut">{factsOf(picture)}</span>
      </h3>
      {picture.drawn === null ? (
        <EmptyState title="It cannot be shown here">{picture.reason}</EmptyState>
      ) : (
        <PicturePane label={title} {...pane}>
          <Layer picture={picture} />
        </PicturePane>
      )}
    </section>
  );
}

function Layer({ picture, style }: { readonly picture: Picture | null; readonly style?: CSSProperties }): ReactNode {
  const drawn = picture?.drawn ?? null;
  if (drawn === null) return null;
  const { url, bitmap } = drawn;
  return (
    <img
      src={url}
      alt=""
      draggable={false}
      className="picture-ground absolute top-0 left-0 block max-w-none"
      style={{ width: bitmap.width, height: bitmap.height, ...style }}
    />
  );
}

const factsOf = ({ kind, bytes, drawn }: Picture): string =>
  [
    kind?.name ?? "unknown kind",
    ...(drawn === null ? [] : [`${groupDigits(drawn.bitmap.width)} × ${groupDigits(drawn.bitmap.height)} pixels`]),
    formatBytes(bytes),
  ].join(" · ");

interface FactsProps extends PicturesProps {
  /** How many pixels differ. */
  readonly words: string;
  /** Whether the facts of both sides are said, too: where no side has a title of its own. */
  readonly sides: boolean;
}

function Facts({ before, after, words, sides }: FactsProps) {
  return (
    <p className="border-line bg-panel text-ink-2 flex shrink-0 flex-wrap gap-x-4 border-t px-3 py-1 text-sm">
      <span role="status">{words}</span>
      {sides && before !== null && after !== null ? (
        <span className="text-ink-3">
          before {factsOf(before)} <span aria-hidden>→</span> staged {factsOf(after)}
        </span>
      ) : null}
    </p>
  );
}
