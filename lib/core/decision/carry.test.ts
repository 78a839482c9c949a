import { expect, test } from "vitest";

import { decide } from "../journal/decide.ts";
import { deltaOf } from "../journal/delta.ts";
import { mapValues } from "../tree/persistent-map.ts";
import { path } from "../tree/path.ts";
import { ADA, by, tree, value, World } from "../testing/worlds.ts";
import { carryDecisions } from "./carry.ts";
import { pathChanges } from "./path-changes.ts";

test("[R1] the rejection of a new file stays at its path when the file that made room there moves on", () => {
  const world = new World(tree({ a: "1" })).turn({ a: undefined, c: "1" }, { a: "new" });
  const { base, current, live } = world.state;
  const created = deltaOf(base, current, mapValues(live)).find(({ kind }) => kind === "created");
  const changes = created === undefined ? [] : pathChanges(created, true);
  expect(changes.map(({ facet }) => facet)).toEqual(["structure", "content"]);
  world.take(
    value(
      decide(
        world.state,
        changes.map((change) => ({ path: path("a"), change, verdict: "reject" })),
        by(ADA),
      ),
    ),
  );
  const moves = [{ from: path("a"), to: path("c"), follow: <T>(change: T) => change }];
  expect(carryDecisions(world.state.decisions, moves)).toEqual([]);
});
