"use client";

import { useState, type CSSProperties } from "react";

import { mediaAddress } from "../../lib/client/queries.ts";
import type { DocumentLook, DocumentRun } from "../../lib/contracts/document-view.ts";
import { visibleText } from "../files/visible-name.ts";
import { cx } from "../ui/cx.ts";

/** Where pictures of a version come from. */
export interface MediaSource {
  readonly workspace: string;
  readonly path: string;
  readonly contentHash: string;
}

export interface RunViewProps {
  readonly run: DocumentRun;
  readonly media: MediaSource | null;
  /** Headings have a size of their own. */
  readonly plainSize: boolean;
}

/** A run as text: nothing of it is markup, links lead nowhere. What the file itself tracks is dotted, not coloured. */
export function RunView({ run, media, plainSize }: RunViewProps) {
  if (run.commentMark !== undefined) return <CommentMark name={run.commentMark} />;
  if (run.note !== undefined) return <NoteMark name={run.note} />;
  if (run.break !== undefined) return <Break kind={run.break} />;
  if (run.picture !== undefined && media !== null) return <Picture picture={run.picture} media={media} />;
  const { tracked, link, comments } = run;
  const title = [
    ...(tracked === undefined ? [] : [`Tracked in the file: ${tracked.kind} by ${visibleText(tracked.author)}`]),
    ...(link === undefined ? [] : [`Link to ${visibleText(link)}`]),
    ...(run.hidden === true ? ["Hidden text"] : []),
  ].join(". ");
  return (
    <span
      {...(title === "" ? {} : { title })}
      style={lookStyle(run, plainSize)}
      className={cx(
        lookClasses(run),
        link !== undefined && "underline decoration-ink-3 underline-offset-2",
        tracked?.kind === "inserted" && "border-ink-3 border-b border-dotted",
        tracked?.kind === "deleted" && "text-ink-3 line-through decoration-dotted",
        run.hidden === true && "text-ink-3 border-ink-3 border-b border-dashed",
        (comments ?? []).length > 0 && "border-accent border-b-2",
      )}
    >
      {visibleText(run.text)}
    </span>
  );
}

export function lookClasses({ bold, italic, underline, strike, caps, position }: DocumentLook): string {
  return cx(
    bold === true && "font-semibold",
    bold === false && "font-normal",
    italic === true && "italic",
    italic === false && "not-italic",
    underline === true && "underline underline-offset-2",
    strike === true && "line-through",
    caps === true && "uppercase",
    position === "super" && "align-super text-[0.75em]",
    position === "sub" && "align-sub text-[0.75em]",
  );
}

const POINT = 1.18;
const HIGHLIGHTS: Readonly<Record<string, string>> = { darkYellow: "olive", darkCyan: "teal", none: "transparent" };
const PLAIN_COLOR = /^[a-z]{3,12}$/iu;

/** A colour is mixed with the page's ink, so that it can be read on light and dark; a very light one is left out. */
export function lookStyle({ color, highlight, size }: DocumentLook, plainSize: boolean): CSSProperties {
  const name = highlight === undefined ? undefined : (HIGHLIGHTS[highlight] ?? highlight);
  return {
    ...(color === undefined || isLight(color) ? {} : { color: `color-mix(in oklab, #${color} 45%, var(--ink))` }),
    ...(name === undefined || !PLAIN_COLOR.test(name)
      ? {}
      : { backgroundColor: `color-mix(in srgb, ${name.toLowerCase()} 22%, transparent)` }),
    ...(size === undefined || plainSize ? {} : { fontSize: `${Math.min(30, Math.max(9, size * POINT)).toFixed(1)}px` }),
  };
}

function isLight(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return (red * 299 + green * 587 + blue * 114) / 1000 > 190;
}

const numberOf = (name: string) => /\d+$/u.exec(name)?.[0] ?? "";

function NoteMark({ name }: { readonly name: string }) {
  const words = name.replace("-", " ");
  return (
    <sup className="text-accent font-medium" title={words}>
      <span className="sr-only">{words}</span>
      <span aria-hidden>{name.startsWith("endnote") ? `e${numberOf(name)}` : numberOf(name)}</span>
    </sup>
  );
}

function CommentMark({ name }: { readonly name: string }) {
  return (
    <span
      title={`Comment ${numberOf(name)} in the file`}
      className="bg-accent-soft text-accent mx-0.5 rounded-sm px-1 align-super text-2xs font-medium"
    >
      <span className="sr-only">comment </span>
      {numberOf(name)}
    </span>
  );
}

function Break({ kind }: { readonly kind: "page" | "column" }) {
  return (
    <span className="text-ink-3 my-1 flex items-center gap-2 text-xs select-none">
      <span aria-hidden className="border-line-strong h-px flex-1 border-t border-dashed" />
      {kind} break
      <span aria-hidden className="border-line-strong h-px flex-1 border-t border-dashed" />
    </span>
  );
}

const MAX_WIDTH = 560;

function Picture({
  picture,
  media,
}: {
  readonly picture: NonNullable<DocumentRun["picture"]>;
  readonly media: MediaSource;
}) {
  const [failed, setFailed] = useState(false);
  const { width, height } = picture;
  const scale = width === undefined ? 1 : Math.min(1, MAX_WIDTH / width);
  const alt = picture.title === "" ? "Picture without a description" : visibleText(picture.title);
  const size =
    width === undefined || height === undefined
      ? {}
      : { width: Math.round(width * scale), height: Math.round(height * scale) };
  if (failed)
    return (
      <span
        style={size}
        className="border-line bg-sunken text-ink-3 my-1 inline-flex min-h-9 max-w-full items-center justify-center rounded-sm border border-dashed px-2 text-center text-xs"
      >
        {alt}, not drawn: no picture that browsers know
      </span>
    );
  return (
    <img
      onError={() => setFailed(true)}
      src={mediaAddress(media.workspace, media.path, media.contentHash, picture.part)}
      alt={alt}
      loading="lazy"
      {...size}
      className="border-line bg-sunken text-ink-3 my-1 inline-block max-h-[420px] max-w-full rounded-sm border object-contain text-xs"
    />
  );
}
