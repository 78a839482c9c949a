import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const script = fileURLToPath(new URL("./make/make.py", import.meta.url));
/** The PDFs are printed through LibreOffice only where SEED_PRINT=1 asks for it: that takes half a minute. */
const printing = process.env["SEED_PRINT"] === "1" ? ["--print"] : [];
const wanted = Object.entries(
  JSON.parse(readFileSync(new URL("./made-with.json", import.meta.url), "utf8")) as Record<string, string>,
).filter(([name]) => name !== "LibreOffice");
const PROBE = `import json, sys
sys.dont_write_bytecode = True
sys.path.insert(0, ${JSON.stringify(fileURLToPath(new URL("./make", import.meta.url)))})
import make
print(json.dumps(make.tools()))`;

/** The first Python that has what the seed was made with, or why none has. */
function findPython(): { command: string } | { missing: string } {
  const found: string[] = [];
  for (const command of ["/usr/bin/python3", "python3"]) {
    const answer = spawnSync(command, ["-c", PROBE], { encoding: "utf8" });
    if (answer.status !== 0) continue;
    const versions = JSON.parse(answer.stdout) as Record<string, string>;
    if (wanted.every(([name, version]) => versions[name] === version)) return { command };
    found.push(answer.stdout.trim());
  }
  return {
    missing:
      found.length > 0 ? `other versions here: ${found[0] ?? ""}` : "openpyxl, python-docx, lxml or Pillow is missing",
  };
}

const python = findPython();
const why = "missing" in python ? ` (not run: ${python.missing})` : "";

test.skipIf("missing" in python)(
  `the scripts make the committed bytes again${why}`,
  () => {
    const command = "command" in python ? python.command : "python3";
    const answer = spawnSync(command, [script, "--check", ...printing], { encoding: "utf8" });
    expect(answer.stderr + answer.stdout).toMatch(/^\d+ files equal byte for byte(; PDFs taken as committed .+)?\n$/);
    expect(answer.status).toBe(0);
  },
  240_000,
);
