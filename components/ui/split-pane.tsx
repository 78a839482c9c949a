"use client";

import type { ReactNode } from "react";
import { Group, Panel, Separator, type Layout } from "react-resizable-panels";

export interface Pane {
  readonly id: string;
  readonly children: ReactNode;
  /** Of the whole ("22%"), or pixels; absent on the pane that takes what is left. */
  readonly size?: number | string;
  readonly min?: number;
  readonly max?: number;
  /** Dragged below its minimum it closes. */
  readonly collapsible?: boolean;
}

export interface SplitPaneProps {
  readonly id: string;
  readonly panes: readonly Pane[];
  readonly direction?: "horizontal" | "vertical";
  /** Sizes that were kept, from `layoutOf` on the server: then nothing jumps. */
  readonly layout?: Layout | undefined;
  /** Keep them: called when a drag or key is over. */
  readonly onLayout?: (layout: Layout) => void;
}

/** Panes side by side; the lines between them are dragged, or moved by arrow keys when focused (double click: back to default). */
export function SplitPane({ id, panes, direction = "horizontal", layout, onLayout }: SplitPaneProps) {
  return (
    <Group
      id={id}
      orientation={direction}
      defaultLayout={layout}
      onLayoutChanged={(next) => onLayout?.(next)}
      className="min-h-0 min-w-0 flex-1"
    >
      {panes.flatMap((pane, index) => [
        ...(index === 0 ? [] : [<Line key={`${pane.id}-line`} direction={direction} />]),
        <Panel
          key={pane.id}
          id={pane.id}
          defaultSize={pane.size}
          minSize={pane.min}
          maxSize={pane.max}
          collapsible={pane.collapsible}
          groupResizeBehavior={typeof pane.size === "number" ? "preserve-pixel-size" : "preserve-relative-size"}
          className="flex min-h-0 min-w-0 flex-col"
        >
          {pane.children}
        </Panel>,
      ])}
    </Group>
  );
}

/** One pixel to see, nine to grab. */
function Line({ direction }: { readonly direction: "horizontal" | "vertical" }) {
  return (
    <Separator
      aria-label="Resize"
      className={
        direction === "horizontal"
          ? "bg-line hover:bg-accent focus-visible:bg-accent data-[separator=active]:bg-accent relative z-10 w-px shrink-0 transition-colors before:absolute before:inset-y-0 before:-inset-x-1"
          : "bg-line hover:bg-accent focus-visible:bg-accent data-[separator=active]:bg-accent relative z-10 h-px shrink-0 transition-colors before:absolute before:inset-x-0 before:-inset-y-1"
      }
    />
  );
}
