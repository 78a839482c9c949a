import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const script = fileURLToPath(new URL("./make/make.py", import.meta.url));
const wanted = JSON.parse(readFileSync(new URL("./made-with.json", import.meta.url), "utf8")) as Record<string, string>;
const PROBE = `import json, platform, zlib, openpyxl
print(json.dumps({"python": ".".join(platform.python_version_tuple()[:2]), "openpyxl": openpyxl.__version__, "zlib": zlib.ZLIB_RUNTIME_VERSION}))`;

/** The first Python that has what the seed was made with, or why none has. */
function findPython(): { command: string } | { missing: string } {
  const found: string[] = [];
  for (const command of ["/usr/bin/python3", "python3"]) {
    const answer = spawnSync(command, ["-c", PROBE], { encoding: "utf8" });
    if (answer.status !== 0) continue;
    const versions = JSON.parse(answer.stdout) as Record<string, string>;
    if (Object.entries(wanted).every(([name, version]) => versions[name] === version)) return { command };
    found.push(answer.stdout.trim());
  }
  return { missing: found.length > 0 ? `other versions here: ${found[0] ?? ""}` : "python3-openpyxl is missing" };
}

const python = findPython();
const why = "missing" in python ? ` (not run: ${python.missing})` : "";

test.skipIf("missing" in python)(`the scripts make the committed bytes again${why}`, () => {
  const command = "command" in python ? python.command : "python3";
  const answer = spawnSync(command, [script, "--check"], { encoding: "utf8" });
  expect(answer.stderr + answer.stdout).toMatch(/^\d+ files equal byte for byte\n$/);
  expect(answer.status).toBe(0);
});
