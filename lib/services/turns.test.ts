/** Turns whose process died, or whose disk failed, before the sandbox was what the journal says. */
import { expect, test } from "vitest";

import { getDelta } from "./getDelta.ts";
import { synchronizeBranch } from "./synchronize.ts";
import { createHarness, must, putFiles } from "./testing/harness.ts";
import { closeTurn, openTurn } from "./turns.ts";
import type { Services } from "./context.ts";

const harness = await createHarness();
const { services } = harness;

/** The first file is written, then the process is gone. */
function dyingServices(): Services {
  let opened = 0;
  const blobs: Services["blobs"] = Object.create(services.blobs) as Services["blobs"];
  blobs.open = (hash) => {
    opened += 1;
    return opened > 1 ? Promise.reject(new Error("gone")) : services.blobs.open(hash);
  };
  return { ...services, blobs };
}

test.each(["close", "synchronize"])("[S1] a half-hydrated sandbox is no work of the agent (%s)", async (how) => {
  const mara = await harness.person("Mara Lindqvist");
  const slug = await harness.workspace(mara, { "a.txt": "a\n", "b.txt": "b\n", "c/d.txt": "d\n" });
  const { id, sandbox } = await harness.branch(mara, slug);
  await expect(openTurn(dyingServices(), mara, slug, id, { title: "Begun" })).rejects.toThrow("gone");
  if (how === "synchronize") {
    must(await synchronizeBranch(services, mara, slug, id));
    expect(must(await getDelta(services, mara, slug, id)).files).toEqual([]);
    await putFiles(sandbox, { "b.txt": "by the agent\n" });
  }
  must(await closeTurn(services, mara, slug, id));
  const { files } = must(await getDelta(services, mara, slug, id));
  expect(files.map(({ path, kind }) => [path, kind])).toEqual(how === "close" ? [] : [["b.txt", "modified"]]);
});
