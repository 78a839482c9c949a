/** Synchronizing without an open turn: what changed is one turn, and nothing changed is nothing at all. */
import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";

import { expect, test } from "vitest";

import { confirmedImport, readFolderImport } from "./importTree.ts";
import { createWorkspace } from "./createWorkspace.ts";
import { createHarness, must, putFiles } from "./testing/harness.ts";
import { listBranches } from "./branches.ts";
import { getDelta } from "./getDelta.ts";
import { synchronizeBranch } from "./synchronize.ts";

const harness = await createHarness();
const { services } = harness;

test("[S1] a person's own folder: what is hidden stays out, edits are a turn, nothing new is no turn", async () => {
  const mara = await harness.person("Mara Lindqvist");
  const root = path.join(harness.folder, "project");
  await mkdir(root);
  await putFiles(root, { "a.txt": "one\n", ".env": "SECRET=1\n", ".ssh/id": "key\n" });
  const proposal = must(await readFolderImport(services, mara, root, { bind: true }));
  expect([proposal.files, proposal.refused.map(({ path: at }) => at)]).toEqual([1, [".env", ".ssh"]]);
  expect(must(await confirmedImport(services, mara, proposal.import, false)).folder).toBe(root);
  const { slug } = must(
    await createWorkspace(services, mara, { name: "Project", import: proposal.import, confirmRenames: false }),
  );
  const [branch] = must(await listBranches(services, mara, slug, { limit: 10 })).branches;

  const idle = must(await synchronizeBranch(services, mara, slug, branch!.id));
  expect([idle.version.t, idle.turn]).toEqual([0, null]);
  await putFiles(root, { "a.txt": "two\n", ".env": "SECRET=2\n" });
  const first = must(await synchronizeBranch(services, mara, slug, branch!.id));
  expect([first.turn, first.open]).toEqual([1, false]);
  expect(must(await getDelta(services, mara, slug, branch!.id)).files.map(({ path: at }) => at)).toEqual(["a.txt"]);
  const again = must(await synchronizeBranch(services, mara, slug, branch!.id));
  expect(again.version).toEqual(first.version);
  expect(await readFile(path.join(root, "a.txt"), "utf8")).toBe("two\n");
});
