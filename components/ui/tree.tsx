"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { ChevronDown, ChevronRight } from "lucide-react";
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from "react";

import { cx } from "./cx.ts";
import { treeStep, visibleRows, type TreeNode, type TreeRow } from "./tree-state.ts";

const ROW = 28;
const PADDING = 6;

export interface TreeProps<Leaf> {
  readonly label: string;
  readonly nodes: readonly TreeNode<Leaf>[];
  /** The chosen leaf; it is scrolled into sight when it changes. */
  readonly selected: string | null;
  readonly onSelect: (id: string) => void;
  /** A leaf's row after its indent. */
  readonly renderLeaf: (node: TreeNode<Leaf>, leaf: Leaf) => ReactNode;
  /** Right end of a folder's row. */
  readonly renderFolder?: (node: TreeNode<Leaf>) => ReactNode;
  /** Letters go to the next row that starts with them. Off where letters are the page's shortcuts. */
  readonly typeAhead?: boolean;
}

/**
 * A tree of any size: only rows in sight are in the document. One tab stop; arrows, Home, End and letters move,
 * Enter chooses. The active row is told to readers by `aria-activedescendant`.
 */
export function Tree<Leaf>(props: TreeProps<Leaf>) {
  const { label, nodes, selected, onSelect, renderLeaf, renderFolder, typeAhead = false } = props;
  const prefix = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [moved, setMoved] = useState<string | null>(null);
  const rows = useMemo(() => visibleRows(nodes, closed), [nodes, closed]);
  const active = rows.some((row) => row.node.id === moved) ? moved : selected;
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions are only called here, never handed on
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
    paddingStart: PADDING,
    paddingEnd: PADDING,
    useFlushSync: false,
    initialRect: { width: 272, height: 900 },
  });
  const reveal = (id: string) => {
    const index = rows.findIndex((row) => row.node.id === id);
    if (index >= 0) virtual.scrollToIndex(index);
  };
  useEffect(() => {
    if (selected !== null) reveal(selected);
    // Only a new choice scrolls: rows that come and go around it must not.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [selected]);

  const toggle = (id: string, open: boolean) => {
    const next = new Set(closed);
    if (open) next.delete(id);
    else next.add(id);
    setClosed(next);
    setMoved(id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!typeAhead && event.key.length === 1 && event.key !== " ") return;
    const step = treeStep(rows, active, event.key);
    if (step === null) return;
    event.preventDefault();
    if (step.type === "move") {
      setMoved(step.to);
      reveal(step.to);
    } else if (step.type === "choose") onSelect(step.id);
    else toggle(step.id, step.type === "open");
  };
  const activate = (row: TreeRow<Leaf>) => {
    setMoved(row.node.id);
    if (row.open === null) onSelect(row.node.id);
    else toggle(row.node.id, !row.open);
  };

  return (
    <div ref={scroller} className="@container min-h-0 flex-1 overflow-auto">
      <div
        role="tree"
        aria-label={label}
        tabIndex={0}
        aria-activedescendant={active === null ? undefined : `${prefix}${active}`}
        onKeyDown={onKeyDown}
        style={{ height: virtual.getTotalSize() }}
        className="group relative outline-none"
      >
        {virtual.getVirtualItems().map((place) => {
          const row = rows[place.index];
          if (row === undefined) return null;
          const { node, level, open } = row;
          return (
            <div
              key={node.id}
              id={`${prefix}${node.id}`}
              role="treeitem"
              aria-level={level}
              aria-posinset={row.position}
              aria-setsize={row.siblings}
              aria-selected={node.id === selected}
              {...(open === null ? {} : { "aria-expanded": open })}
              onClick={() => activate(row)}
              style={{
                transform: `translateY(${place.start}px)`,
                height: ROW,
                paddingLeft: 8 + (level - 1) * 12,
              }}
              className={cx(
                "absolute inset-x-1.5 top-0 flex items-center gap-1.5 rounded-md pr-2",
                node.id === selected ? "bg-accent-soft" : "hover:bg-hover",
                node.id === active &&
                  "group-focus-visible:outline-accent group-focus-visible:outline-2 group-focus-visible:-outline-offset-2",
              )}
            >
              {open === null ? (
                node.leaf === undefined ? (
                  node.label
                ) : (
                  renderLeaf(node, node.leaf)
                )
              ) : (
                <>
                  <span aria-hidden className="text-ink-3">
                    {open ? <ChevronDown size={12} /> : <ChevronRight size={12} />}
                  </span>
                  <span className="text-ink-3 cut flex-1 text-sm">{node.label}</span>
                  {renderFolder?.(node)}
                </>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
