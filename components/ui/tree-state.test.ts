import { describe, expect, it } from "vitest";

import { treeOfPaths, treeStep, visibleRows } from "./tree-state.ts";

const PATHS = ["model/Q3.xlsx", "model/fx.csv", "readme.md", "archive/2025/old.xlsx"];
const tree = treeOfPaths(PATHS, (path) => path);
const ids = (closed: readonly string[] = []) => visibleRows(tree, new Set(closed)).map((row) => row.node.id);

describe("treeOfPaths", () => {
  it("keeps the order of the paths and joins folders that hold one folder only", () => {
    expect(ids()).toEqual([
      "model/",
      "model/Q3.xlsx",
      "model/fx.csv",
      "readme.md",
      "archive/2025/",
      "archive/2025/old.xlsx",
    ]);
    expect(tree.map((node) => node.label)).toEqual(["model", "readme.md", "archive/2025"]);
  });

  it("brings every leaf exactly once", () => {
    const leaves = visibleRows(tree, new Set()).flatMap((row) => row.node.leaf ?? []);
    expect([...leaves].sort()).toEqual([...PATHS].sort());
  });
});

describe("visibleRows", () => {
  it("leaves out what is in a closed folder", () => {
    expect(ids(["model/"])).toEqual(["model/", "readme.md", "archive/2025/", "archive/2025/old.xlsx"]);
  });

  it("counts level, position and siblings from 1", () => {
    const row = visibleRows(tree, new Set()).find(({ node }) => node.id === "model/fx.csv");
    expect(row).toMatchObject({ level: 2, position: 2, siblings: 2, open: null, parent: "model/" });
  });
});

describe("treeStep", () => {
  const rows = visibleRows(tree, new Set());
  const shut = visibleRows(tree, new Set(["model/"]));
  it("starts at the first row where nothing is active", () => {
    expect(treeStep(rows, null, "ArrowDown")).toEqual({ type: "move", to: "model/" });
  });
  it("stops at both ends", () => {
    expect(treeStep(rows, "model/", "ArrowUp")).toBeNull();
    expect(treeStep(rows, "archive/2025/old.xlsx", "ArrowDown")).toBeNull();
  });
  it("opens and enters with the right arrow, closes and leaves with the left", () => {
    expect(treeStep(shut, "model/", "ArrowRight")).toEqual({ type: "open", id: "model/" });
    expect(treeStep(rows, "model/", "ArrowRight")).toEqual({ type: "move", to: "model/Q3.xlsx" });
    expect(treeStep(rows, "model/fx.csv", "ArrowLeft")).toEqual({ type: "move", to: "model/" });
    expect(treeStep(rows, "model/", "ArrowLeft")).toEqual({ type: "close", id: "model/" });
    expect(treeStep(rows, "readme.md", "ArrowLeft")).toBeNull();
  });
  it("chooses a file and toggles a folder with Enter", () => {
    expect(treeStep(rows, "readme.md", "Enter")).toEqual({ type: "choose", id: "readme.md" });
    expect(treeStep(shut, "model/", "Enter")).toEqual({ type: "open", id: "model/" });
  });
  it("finds the next row by its first letter, around the end", () => {
    expect(treeStep(rows, "readme.md", "f")).toEqual({ type: "move", to: "model/fx.csv" });
    expect(treeStep(rows, "readme.md", "z")).toBeNull();
  });
});
