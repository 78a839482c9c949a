"use client";

import { useState, useSyncExternalStore, type ReactNode } from "react";

import { KeyHelp } from "../ui/key-help.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { SplitPane, type Pane } from "../ui/split-pane.tsx";
import { LAYOUT_COOKIE, type PaneLayout } from "./layout-cookie.ts";
import { ShellFooter } from "./shell-footer.tsx";

export interface SidePane {
  /** Names the landmark, and the choice on a narrow screen. */
  readonly label: string;
  readonly content: ReactNode;
}

export interface AppShellProps {
  readonly top: ReactNode;
  readonly children: ReactNode;
  readonly left?: SidePane;
  readonly right?: SidePane;
  /** What the middle is called on a narrow screen. */
  readonly mainLabel?: string;
  /** Right end of the footer: who is here, when something last changed. */
  readonly status?: ReactNode;
  /** Pane widths kept from last time, by `layoutOf` on the server. */
  readonly layout?: PaneLayout | undefined;
}

const NARROW = "(max-width: 899px)";

function useNarrow(): boolean {
  return useSyncExternalStore(
    (notify) => {
      const query = window.matchMedia(NARROW);
      query.addEventListener("change", notify);
      return () => query.removeEventListener("change", notify);
    },
    () => window.matchMedia(NARROW).matches,
    () => false,
  );
}

const keep = (layout: PaneLayout) => {
  document.cookie = `${LAYOUT_COOKIE}=${encodeURIComponent(JSON.stringify(layout))};path=/;max-age=31536000;samesite=lax`;
};

/** Bar, up to three panes, footer: fills the window, only panes scroll. Below 900 px one pane is shown at a time. */
export function AppShell({ top, children, left, right, mainLabel = "File", status, layout }: AppShellProps) {
  const narrow = useNarrow();
  const [shown, setShown] = useState<"left" | "main" | "right">("main");
  const main = (
    <main id="main" tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col outline-none">
      {children}
    </main>
  );
  return (
    <div className="flex h-dvh flex-col overflow-hidden">
      {top}
      {narrow && (left !== undefined || right !== undefined) ? (
        <>
          <div className="border-line bg-panel flex h-10 shrink-0 items-center border-b px-3">
            <Segmented
              label="Shown pane"
              value={shown}
              onChange={setShown}
              segments={[
                ...(left === undefined ? [] : [{ value: "left" as const, label: left.label }]),
                { value: "main" as const, label: mainLabel },
                ...(right === undefined ? [] : [{ value: "right" as const, label: right.label }]),
              ]}
            />
          </div>
          <div className="flex min-h-0 flex-1 flex-col">
            {shown === "left" && left !== undefined ? <Side pane={left} as="nav" /> : null}
            {shown === "right" && right !== undefined ? <Side pane={right} as="aside" /> : null}
            <div className={shown === "main" ? "flex min-h-0 flex-1 flex-col" : "hidden"}>{main}</div>
          </div>
        </>
      ) : left === undefined && right === undefined ? (
        <div className="flex min-h-0 flex-1 flex-col overflow-auto">{main}</div>
      ) : (
        <SplitPane id="shell" panes={panes(left, main, right)} layout={layout} onLayout={keep} />
      )}
      <ShellFooter status={status} />
      <KeyHelp />
    </div>
  );
}

const panes = (left: SidePane | undefined, main: ReactNode, right: SidePane | undefined): readonly Pane[] => [
  ...(left === undefined
    ? []
    : [{ id: "left", size: "19.7%", min: 220, max: 460, collapsible: true, children: <Side pane={left} as="nav" /> }]),
  { id: "main", min: 320, children: main },
  ...(right === undefined
    ? []
    : [
        { id: "right", size: "22%", min: 240, max: 520, collapsible: true, children: <Side pane={right} as="aside" /> },
      ]),
];

function Side({ pane, as: Element }: { readonly pane: SidePane; readonly as: "nav" | "aside" }) {
  return (
    <Element aria-label={pane.label} className="bg-panel flex min-h-0 min-w-0 flex-1 flex-col">
      {pane.content}
    </Element>
  );
}
