import { rename } from "node:fs/promises";
import path from "node:path";

import { expect, test } from "vitest";

import { getDelta } from "./getDelta.ts";
import { createHarness, must, putFiles } from "./testing/harness.ts";
import { decideAllOf } from "./testing/process.ts";
import { closeTurn, openTurn } from "./turns.ts";

const harness = await createHarness();
const { services } = harness;

test("[R1] an accepted creation that moved away and came back is to be decided again", async () => {
  const mara = await harness.person("Mara Lindqvist");
  const slug = await harness.workspace(mara, { "a.txt": "a\n" });
  const { id, sandbox } = await harness.branch(mara, slug);
  const turn = async (work: () => Promise<unknown>) => {
    must(await openTurn(services, mara, slug, id, { title: "Edit" }));
    await work();
    must(await closeTurn(services, mara, slug, id));
  };
  const states = async () =>
    must(await getDelta(services, mara, slug, id)).files.map(({ path: at, state }) => [at, state]);
  const [here, there] = [path.join(sandbox, "new.txt"), path.join(sandbox, "other.txt")];
  await turn(() => putFiles(sandbox, { "new.txt": "new\n" }));
  expect((await decideAllOf(services, mara, slug, id, "new.txt", "accept"))?.ok).toBe(true);
  expect(await states()).toEqual([["new.txt", "accepted"]]);
  await turn(() => rename(here, there));
  expect(await states()).toEqual([["other.txt", "pending"]]);
  await turn(() => rename(there, here));
  expect(await states()).toEqual([["new.txt", "pending"]]);
});
