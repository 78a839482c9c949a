import type { ReactNode } from "react";

import { visibleText } from "../files/visible-name.ts";
import { addressWords } from "../review/words.ts";
import { cx } from "../ui/cx.ts";
import type { AlignedBlock, AlignedCell } from "./align.ts";
import type { FoldItem, Item, OpaqueItem, RowItem, StoryItem } from "./items.ts";
import { LookLine, ParagraphView, type Drawing } from "./paragraph-view.tsx";
import { markOf, type BlockMark } from "./showing.ts";

export interface ItemViewProps {
  readonly item: Item;
  readonly drawing: Drawing;
  readonly onUnfold: (key: string) => void;
}

/** What stands in one item; beside each other where both versions have a column. */
export function ItemView({ item, drawing, onUnfold }: ItemViewProps) {
  if (item.kind === "fold") return <Fold item={item} onUnfold={onUnfold} />;
  if (item.kind === "story") return <StoryTitle item={item} />;
  const draw = (side: "both" | "before" | "after") => (
    <>
      <MoveLine item={item} drawing={drawing} side={side} />
      <Content item={item} drawing={drawing} side={side} />
    </>
  );
  if (drawing.showing.layout !== "side") return draw("both");
  return (
    <div className="grid grid-cols-2">
      <div className="border-line min-w-0 border-r pr-4">{draw("before")}</div>
      <div className="min-w-0 pl-4">{draw("after")}</div>
    </div>
  );
}

/** Whether an item has anything to show: what came is not in the version before. */
export function isShown(item: Item, { showing }: Pick<Drawing, "showing">): boolean {
  if (item.kind === "fold" || showing.layout === "side") return true;
  if (item.kind === "story")
    return item.story.fate === "pair" || markOf(showing, item.story.fate, item.story.change) !== null;
  const { fate, changes } = item.kind === "row" ? item.row : item.block;
  return markOf(showing, fate, changes[0] ?? null) !== null;
}

/** Where else it stands; of a table once, above its first row. */
function MoveLine({
  item,
  drawing,
  side,
}: {
  readonly item: ContentItem;
  readonly drawing: Drawing;
  readonly side: "both" | "before" | "after";
}) {
  const { fate, changes } = item.kind === "row" ? item.row : item.block;
  const [change] = changes;
  if ((fate !== "movedFrom" && fate !== "movedTo") || change === undefined) return null;
  if ((item.kind === "row" && !item.first) || side === (fate === "movedFrom" ? "after" : "before")) return null;
  if (markOf(drawing.showing, fate, change, side) === "none") return null;
  const other = addressWords(fate === "movedFrom" ? change.address : (change.beforeAddress ?? change.address));
  return (
    <button
      type="button"
      onClick={() => drawing.onTwin(change, fate)}
      className="text-moved mb-0.5 rounded-sm text-left text-xs font-medium hover:underline"
    >
      <span aria-hidden>↕ </span>
      {fate === "movedFrom" ? "moved to" : "moved from"} {other}
    </button>
  );
}

type ContentItem = Exclude<Item, FoldItem | StoryItem>;

function Content({
  item,
  drawing,
  side,
}: {
  readonly item: ContentItem;
  readonly drawing: Drawing;
  readonly side: "both" | "before" | "after";
}) {
  if (item.kind === "row") return <Row item={item} drawing={drawing} side={side} />;
  if (item.kind === "opaque") return <Opaque item={item} drawing={drawing} side={side} />;
  const paragraph = <ParagraphView block={item.block} drawing={drawing} side={side} />;
  return item.inBox ? <div className="border-line-strong ml-6 border-l-2 pl-3">{paragraph}</div> : paragraph;
}

const ROW_MARKS: Readonly<Record<Exclude<BlockMark, null>, string>> = {
  none: "",
  added: "bg-added-soft",
  removed: "bg-removed-soft",
  movedFrom: "bg-moved-soft",
  movedTo: "bg-moved-soft",
};

/** A row stands alone: its columns are as wide as those of its table. */
function Row({
  item,
  drawing,
  side,
}: {
  readonly item: Pick<RowItem, "row" | "columns" | "first">;
  readonly drawing: Drawing;
  readonly side: "both" | "before" | "after";
}) {
  const { row, columns, first } = item;
  const mark = markOf(drawing.showing, row.fate, row.changes[0] ?? null, side);
  if (mark === null) return null;
  const header = (row.after ?? row.before)?.header === true;
  const looks = row.fate === "pair" && side !== "before" && drawing.showing.layout !== "clean" ? row.changes : [];
  return (
    <>
      <div
        className={cx(
          "border-line-strong grid border-b border-l",
          first && "border-t",
          ROW_MARKS[mark],
          header && mark === "none" && "bg-sunken font-semibold",
        )}
        style={{ gridTemplateColumns: templateOf(columns, row.cells) }}
      >
        {row.cells.map((cell, n) => (
          <div
            key={n}
            className={cx("border-line-strong min-w-0 border-r px-2 py-1", cell.merged && "bg-sunken")}
            style={{ gridColumn: `span ${cell.columns}` }}
          >
            {cell.blocks.map((block, at) => (
              <Inner key={at} block={block} drawing={drawing} side={side} />
            ))}
          </div>
        ))}
      </div>
      {looks.map((change) => (
        <LookLine key={change.id} change={change} />
      ))}
    </>
  );
}

function templateOf(columns: readonly number[], cells: readonly AlignedCell[]): string {
  const count = cells.reduce((sum, cell) => sum + cell.columns, 0);
  if (columns.length < count) return `repeat(${count}, minmax(0, 1fr))`;
  return columns
    .slice(0, count)
    .map((width) => `minmax(0, ${width}fr)`)
    .join(" ");
}

/** What stands in a cell; tables in it one row under the other. */
function Inner({
  block,
  drawing,
  side,
}: {
  readonly block: AlignedBlock;
  readonly drawing: Drawing;
  readonly side: "both" | "before" | "after";
}): ReactNode {
  if (block.kind === "paragraph")
    return (
      <>
        <ParagraphView block={block} drawing={drawing} side={side} />
        {block.boxes.flat().map((inner, at) => (
          <Inner key={at} block={inner} drawing={drawing} side={side} />
        ))}
      </>
    );
  if (block.kind === "group")
    return block.blocks.map((inner, at) => <Inner key={at} block={inner} drawing={drawing} side={side} />);
  if (block.kind === "opaque")
    return <span className="text-ink-3">{visibleText(block.after ?? block.before ?? "")}</span>;
  return block.rows.map((row, n) => {
    const columns = (block.after ?? block.before)?.columns ?? [];
    return <Row key={n} item={{ row, columns, first: n === 0 }} drawing={drawing} side={side} />;
  });
}

function Opaque({
  item: { block },
  drawing,
  side,
}: {
  readonly item: OpaqueItem;
  readonly drawing: Drawing;
  readonly side: "both" | "before" | "after";
}) {
  const mark = markOf(drawing.showing, block.fate, block.changes[0] ?? null, side);
  if (mark === null) return null;
  const shown = side === "before" ? (block.before ?? block.after) : (block.after ?? block.before);
  const changed = block.fate === "pair" && block.changes.length > 0 && side !== "before";
  return (
    <p className={cx("border-line text-ink-2 rounded-sm border border-dashed px-2 py-1 text-sm", ROW_MARKS[mark])}>
      {changed ? <span className="text-changed mr-1 font-semibold">~ changed:</span> : null}
      <bdi>{visibleText(shown ?? "")}</bdi>
    </p>
  );
}

function Fold({ item, onUnfold }: { readonly item: FoldItem; readonly onUnfold: (key: string) => void }) {
  return (
    <button
      type="button"
      onClick={() => onUnfold(item.key)}
      className="text-ink-3 hover:bg-hover hover:text-ink ring-inside my-1 flex min-h-7 w-full items-center gap-2 rounded-sm text-left text-sm"
    >
      <span aria-hidden className="border-line h-px flex-1 border-t border-dashed" />
      <span>… {item.words}</span>
      <span aria-hidden className="border-line h-px flex-1 border-t border-dashed" />
    </button>
  );
}

const FATES = { pair: "", added: "added", removed: "removed" } as const;

function StoryTitle({ item }: { readonly item: StoryItem }) {
  const { story, title, opens } = item;
  return (
    <div className={cx(opens !== null && "border-line-strong mt-6 border-t pt-3")}>
      {opens === null ? null : <h3 className="text-md mb-1 font-semibold">{opens}</h3>}
      <p className="text-ink-3 mt-1 flex gap-2 text-xs">
        <span className="font-medium">{title}</span>
        {story.author === null ? null : <bdi>{visibleText(story.author)}</bdi>}
        {story.date === null ? null : <span>{story.date.slice(0, 10)}</span>}
        {story.fate === "pair" ? null : (
          <span className={story.fate === "added" ? "text-added font-medium" : "text-removed font-medium"}>
            {FATES[story.fate]}
          </span>
        )}
      </p>
    </div>
  );
}
