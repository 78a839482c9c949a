"use client";
/** The browser's side of the theme: switching, and knowing what is painted. */

import { useSyncExternalStore } from "react";

import { THEME_COOKIE, themeAttribute, themeOf, type Theme } from "./theme-cookie.ts";

const CHANGED = "themechange";
const YEAR = 365 * 24 * 60 * 60;

/** Applies at once, in this tab, and is remembered for a year. */
export function setTheme(theme: Theme): void {
  const attribute = themeAttribute(theme);
  if (attribute === undefined) document.documentElement.removeAttribute("data-theme");
  else document.documentElement.dataset["theme"] = attribute;
  document.cookie = `${THEME_COOKIE}=${theme};path=/;max-age=${YEAR};samesite=lax`;
  window.dispatchEvent(new Event(CHANGED));
}

const darkQuery = () => window.matchMedia("(prefers-color-scheme: dark)");

function subscribe(notify: () => void): () => void {
  const query = darkQuery();
  window.addEventListener(CHANGED, notify);
  query.addEventListener("change", notify);
  return () => {
    window.removeEventListener(CHANGED, notify);
    query.removeEventListener("change", notify);
  };
}

/** The choice itself, for the switch. */
export function useTheme(): Theme {
  return useSyncExternalStore(
    subscribe,
    () => themeOf(document.documentElement.dataset["theme"]),
    () => "system",
  );
}

/** What is painted: for widgets that bring their own colours. Light on the server. */
export function useDark(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => {
      const theme = themeOf(document.documentElement.dataset["theme"]);
      return theme === "system" ? darkQuery().matches : theme === "dark";
    },
    () => false,
  );
}
