/**
 * The one list of keyboard shortcuts that hold now. Screens register theirs while they are shown; the key handler and
 * the help overlay both read this list, so that the help cannot lie. The newest registration of a key wins.
 *
 * A combination is written as `J`, `Shift+A`, `Mod+Enter` (Mod is ⌘ on Apple machines, Ctrl elsewhere), `?`, `ArrowDown`.
 */

export interface Shortcut {
  readonly keys: string;
  readonly label: string;
  readonly run: () => void;
  /** False: known and listed, but not now. */
  readonly enabled?: boolean;
  /** Printed in the footer as well. */
  readonly hint?: string;
}

export interface ShortcutGroup {
  readonly group: string;
  readonly shortcuts: readonly Shortcut[];
}

/** What of a keyboard event decides. */
export interface KeyStroke {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** Whether a stroke is the combination. Shift is only asked for where the character does not say it already (`?`). */
export function matches(keys: string, stroke: KeyStroke, apple: boolean): boolean {
  const parts = keys.split("+");
  const wanted = parts.at(-1) ?? "";
  const mod = parts.includes("Mod");
  const shift = parts.includes("Shift");
  const letter = /^\p{L}$/u.test(wanted);
  if (stroke.altKey || (apple ? stroke.ctrlKey : stroke.metaKey)) return false;
  if ((apple ? stroke.metaKey : stroke.ctrlKey) !== mod) return false;
  if (wanted.length > 1 || letter || mod) {
    if (stroke.shiftKey !== shift) return false;
  }
  return wanted.length === 1 ? stroke.key.toLowerCase() === wanted.toLowerCase() : stroke.key === wanted;
}

/** A key without a modifier types a letter somewhere else: such shortcuts can be turned off. */
export const isSingleKey = (keys: string): boolean =>
  !keys.includes("Mod+") && (keys.split("+").at(-1) ?? "").length === 1;

const PRINTED: Readonly<Record<string, string>> = {
  Enter: "↵", ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→", Escape: "Esc",
}; // prettier-ignore

/** As printed on keys: `Shift+A` → ⇧A, `Mod+Enter` → ⌘↵ or Ctrl ↵. */
export function printKeys(keys: string, apple: boolean): string {
  return keys
    .split("+")
    .map((part) => (part === "Mod" ? (apple ? "⌘" : "Ctrl ") : part === "Shift" ? "⇧" : (PRINTED[part] ?? part)))
    .join("");
}

export interface ShortcutRegistry {
  /** Takes a place in the list; what stands there can change without moving. */
  readonly add: (group: ShortcutGroup) => {
    readonly replace: (group: ShortcutGroup) => void;
    readonly remove: () => void;
  };
  /** In order of registration; a new array whenever something changed. */
  readonly groups: () => readonly ShortcutGroup[];
  readonly subscribe: (notify: () => void) => () => void;
  /** The shortcut that a stroke means, or null. */
  readonly find: (stroke: KeyStroke, apple: boolean, singleKeys: boolean) => Shortcut | null;
}

export function createShortcutRegistry(): ShortcutRegistry {
  let groups: readonly ShortcutGroup[] = [];
  const listeners = new Set<() => void>();
  const set = (next: readonly ShortcutGroup[]) => {
    groups = next;
    for (const notify of listeners) notify();
  };
  return {
    add: (group) => {
      let current = group;
      set([...groups, current]);
      return {
        replace: (next) => {
          const last = current;
          current = next;
          set(groups.map((other) => (other === last ? next : other)));
        },
        remove: () => set(groups.filter((other) => other !== current)),
      };
    },
    groups: () => groups,
    subscribe: (notify) => {
      listeners.add(notify);
      return () => void listeners.delete(notify);
    },
    find: (stroke, apple, singleKeys) => {
      for (const { shortcuts } of groups.toReversed()) {
        const hit = shortcuts.find(
          ({ keys, enabled }) =>
            enabled !== false && (singleKeys || !isSingleKey(keys)) && matches(keys, stroke, apple),
        );
        if (hit !== undefined) return hit;
      }
      return null;
    },
  };
}

/** Groups of the same name joined, later entries of the same keys replacing earlier ones: what the help shows. */
export function listShortcuts(groups: readonly ShortcutGroup[]): readonly ShortcutGroup[] {
  const byName = new Map<string, Map<string, Shortcut>>();
  for (const { group, shortcuts } of groups) {
    const entries = byName.get(group) ?? new Map<string, Shortcut>();
    for (const shortcut of shortcuts) entries.set(shortcut.keys, shortcut);
    byName.set(group, entries);
  }
  return [...byName].map(([group, entries]) => ({ group, shortcuts: [...entries.values()] }));
}
