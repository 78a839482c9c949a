"use client";

import { Keyboard, LogOut, Monitor, Moon, Sun } from "lucide-react";

import { Avatar } from "../ui/avatar.tsx";
import { Menu, type MenuEntry } from "../ui/menu.tsx";
import { setTheme, useTheme } from "./theme.ts";

export interface UserMenuProps {
  readonly name: string;
  readonly email: string;
  readonly onSignOut: () => void;
  /** More entries of the page's own. */
  readonly entries?: readonly MenuEntry[];
}

/** Who is signed in; the theme; the way out. */
export function UserMenu({ name, email, onSignOut, entries = [] }: UserMenuProps) {
  const theme = useTheme();
  return (
    <Menu
      align="end"
      trigger={
        <button
          type="button"
          aria-label={`${name}: account and appearance`}
          className="grid size-7 place-items-center rounded-full"
        >
          <Avatar name={name} />
        </button>
      }
      groups={[
        { heading: email, entries: [{ label: "Keys", icon: Keyboard, kbd: "?", onSelect: pressHelp }, ...entries] },
        {
          heading: "Appearance",
          entries: [
            { label: "As the system", icon: Monitor, checked: theme === "system", onSelect: () => setTheme("system") },
            { label: "Light", icon: Sun, checked: theme === "light", onSelect: () => setTheme("light") },
            { label: "Dark", icon: Moon, checked: theme === "dark", onSelect: () => setTheme("dark") },
          ],
        },
        { entries: [{ label: "Sign out", icon: LogOut, onSelect: onSignOut }] },
      ]}
    />
  );
}

/** After the menu is gone: while it is open it covers the page, and the page's keys rest. */
const pressHelp = () => {
  requestAnimationFrame(() => {
    requestAnimationFrame(() => window.dispatchEvent(new KeyboardEvent("keydown", { key: "?" })));
  });
};
