import { expect, test } from "vitest";

import { ADA, by, file, h, shown, tree, value, World } from "../testing/worlds.ts";
import { path } from "../tree/path.ts";
import type { PatchId } from "./entry.ts";
import { applyRejections } from "./rejections.ts";

test("[R4] a move and a creation at its old place, both rejected: the moved file comes back", () => {
  const world = new World(tree({ d: "1" })).turn({ d: undefined, c: "1" }, { d: "new" });
  const cleaned = [
    { path: path("c"), toPath: path("d"), result: file("1") },
    { path: path("d"), result: null },
  ];
  for (const order of [cleaned, [...cleaned].reverse()]) {
    const step = value(applyRejections(world.state, { patch: "p" as PatchId, cleaned: order }, by(ADA)));
    expect(shown(step.state.current)).toEqual({ d: h("1") });
  }
});
