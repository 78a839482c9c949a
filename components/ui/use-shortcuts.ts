"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";

import {
  createShortcutRegistry,
  listShortcuts,
  printKeys,
  type Shortcut,
  type ShortcutGroup,
} from "./shortcut-registry.ts";

const registry = createShortcutRegistry();
const NONE: readonly ShortcutGroup[] = [];
const SINGLE_KEYS = "single-key-shortcuts";
const CHANGED = "singlekeyschange";

const isApple = () => /Mac|iPhone|iPad/u.test(navigator.userAgent);
const singleKeysOn = () => localStorage.getItem(SINGLE_KEYS) !== "off";

/** Typing goes first: fields take every key without Mod, save inside `data-shortcuts="allow"` (read-only editors and grids). */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || target.closest('[data-shortcuts="allow"]') !== null) return false;
  return (
    target.isContentEditable ||
    target.closest("input:not([type=checkbox]):not([type=radio]), textarea, select, [role=textbox]") !== null
  );
}

/** A modal window or an open menu hides the page: the page's keys rest. */
const isCovered = () =>
  document.querySelector(
    "[role=dialog][data-state=open], [role=alertdialog][data-state=open], [role=menu], [role=listbox][data-state=open]",
  ) !== null;

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || isCovered()) return;
  if (isTyping(event.target) && !event.metaKey && !event.ctrlKey) return;
  const hit = registry.find(event, isApple(), singleKeysOn());
  if (hit === null) return;
  event.preventDefault();
  event.stopPropagation();
  hit.run();
}

let listening = 0;
/** Capture phase: widgets that swallow keys (grids, editors) come after. */
function listen(): () => void {
  if (listening === 0) window.addEventListener("keydown", onKeyDown, { capture: true });
  listening += 1;
  return () => {
    listening -= 1;
    if (listening === 0) window.removeEventListener("keydown", onKeyDown, { capture: true });
  };
}

/**
 * Shortcuts that hold while the component is shown. The newest `run` is always called; the list is registered anew only
 * when keys, labels or `enabled` change. One call a screen or panel, not one a row.
 */
export function useShortcuts(group: string, shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  const place = useRef<ReturnType<typeof registry.add> | null>(null);
  useEffect(() => {
    const stop = listen();
    const held = registry.add({ group, shortcuts: [] });
    place.current = held;
    return () => {
      held.remove();
      stop();
    };
  }, [group]);
  const shape = JSON.stringify(shortcuts.map(({ keys, label, enabled, hint }) => [keys, label, enabled, hint]));
  useEffect(() => {
    place.current?.replace({
      group,
      shortcuts: latest.current.map((shortcut, index) => ({ ...shortcut, run: () => latest.current[index]?.run() })),
    });
  }, [group, shape]);
}

/** What holds now, for the help and the footer. Empty on the server. */
export function useShortcutList(): readonly ShortcutGroup[] {
  return listShortcuts(useSyncExternalStore(registry.subscribe, registry.groups, () => NONE));
}

/** How keys are printed on this machine; as on other machines until the page runs. */
export function usePrintKeys(): (keys: string) => string {
  const apple = useSyncExternalStore(
    () => () => undefined,
    isApple,
    () => false,
  );
  return (keys) => printKeys(keys, apple);
}

/** Whether shortcuts of one letter are on (they can get in the way of speech input), and the switch. Kept on this machine. */
export function useSingleKeys(): readonly [on: boolean, set: (on: boolean) => void] {
  const on = useSyncExternalStore(
    (notify) => {
      window.addEventListener(CHANGED, notify);
      return () => window.removeEventListener(CHANGED, notify);
    },
    singleKeysOn,
    () => true,
  );
  return [
    on,
    (next) => {
      localStorage.setItem(SINGLE_KEYS, next ? "on" : "off");
      window.dispatchEvent(new Event(CHANGED));
    },
  ];
}
