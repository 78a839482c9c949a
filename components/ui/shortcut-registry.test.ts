import { describe, expect, it } from "vitest";

import { createShortcutRegistry, listShortcuts, matches, printKeys, type KeyStroke } from "./shortcut-registry.ts";

const stroke = (key: string, held: Partial<KeyStroke> = {}): KeyStroke => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});
const noop = () => undefined;

describe("matches", () => {
  it("tells A from Shift+A", () => {
    expect(matches("A", stroke("a"), false)).toBe(true);
    expect(matches("A", stroke("A", { shiftKey: true }), false)).toBe(false);
    expect(matches("Shift+A", stroke("A", { shiftKey: true }), false)).toBe(true);
  });
  it("takes ? with or without Shift: keyboards differ", () => {
    expect(matches("?", stroke("?", { shiftKey: true }), false)).toBe(true);
    expect(matches("?", stroke("?"), false)).toBe(true);
  });
  it("reads Mod as ⌘ on Apple machines and as Ctrl elsewhere", () => {
    expect(matches("Mod+Enter", stroke("Enter", { metaKey: true }), true)).toBe(true);
    expect(matches("Mod+Enter", stroke("Enter", { ctrlKey: true }), false)).toBe(true);
    expect(matches("Mod+Enter", stroke("Enter", { ctrlKey: true }), true)).toBe(false);
    expect(matches("A", stroke("a", { ctrlKey: true }), false)).toBe(false);
  });
});

describe("the registry", () => {
  it("lets the newest registration of a key win, and gives the older one back", () => {
    const registry = createShortcutRegistry();
    registry.add({ group: "Review", shortcuts: [{ keys: "A", label: "page", run: noop }] });
    const dialog = registry.add({ group: "Dialog", shortcuts: [{ keys: "A", label: "dialog", run: noop }] });
    expect(registry.find(stroke("a"), false, true)?.label).toBe("dialog");
    dialog.remove();
    expect(registry.find(stroke("a"), false, true)?.label).toBe("page");
  });
  it("leaves out what is disabled, and single keys where they are off", () => {
    const registry = createShortcutRegistry();
    registry.add({
      group: "Review",
      shortcuts: [
        { keys: "R", label: "reject", run: noop, enabled: false },
        { keys: "A", label: "accept", run: noop },
        { keys: "Mod+Enter", label: "promote", run: noop },
      ],
    });
    expect(registry.find(stroke("r"), false, true)).toBeNull();
    expect(registry.find(stroke("a"), false, false)).toBeNull();
    expect(registry.find(stroke("Enter", { ctrlKey: true }), false, false)?.label).toBe("promote");
  });
  it("keeps the place of a group whose labels change", () => {
    const registry = createShortcutRegistry();
    const first = registry.add({ group: "Files", shortcuts: [] });
    registry.add({ group: "Decide", shortcuts: [] });
    first.replace({ group: "Files", shortcuts: [{ keys: "N", label: "next", run: noop }] });
    expect(registry.groups().map(({ group, shortcuts }) => [group, shortcuts.length])).toEqual([
      ["Files", 1],
      ["Decide", 0],
    ]);
  });
  it("tells listeners of every change", () => {
    const registry = createShortcutRegistry();
    let told = 0;
    const stop = registry.subscribe(() => (told += 1));
    const place = registry.add({ group: "Review", shortcuts: [] });
    place.replace({ group: "Review", shortcuts: [] });
    place.remove();
    stop();
    registry.add({ group: "Review", shortcuts: [] });
    expect(told).toBe(3);
  });
});

it("lists groups of one name together, each key once", () => {
  const listed = listShortcuts([
    { group: "Review", shortcuts: [{ keys: "A", label: "old", run: noop }] },
    { group: "Files", shortcuts: [] },
    {
      group: "Review",
      shortcuts: [
        { keys: "A", label: "new", run: noop },
        { keys: "R", label: "reject", run: noop },
      ],
    },
  ]);
  expect(listed.map(({ group }) => group)).toEqual(["Review", "Files"]);
  expect(listed[0]?.shortcuts.map(({ label }) => label)).toEqual(["new", "reject"]);
});

it("prints keys as they stand on the keyboard", () => {
  expect(printKeys("Shift+A", false)).toBe("⇧A");
  expect(printKeys("Mod+Enter", true)).toBe("⌘↵");
  expect(printKeys("Mod+Enter", false)).toBe("Ctrl ↵");
});
