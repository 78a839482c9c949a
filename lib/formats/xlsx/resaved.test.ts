/**
 * Real workbooks saved again by openpyxl and by LibreOffice. A file holds where nothing is left beyond recalculated
 * results, what nobody sees (metadata), and losses that are flagged. Runs over a sample where STAGED_CORPUS names a folder
 * of workbooks, over all of them with STAGED_CORPUS_ALL=1. Files that the program itself wrote must hold when it saves them once more, too: its own losses are then behind them.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";

import type { Change, Flag } from "../../core/change/change.ts";
import { DEFAULT_LIMITS, defaultWork } from "../format.ts";
import { xlsxFormat } from "./index.ts";
import { parseWorkbook } from "./workbook.ts";

const root = process.env["STAGED_CORPUS"] ?? "";
const all = process.env["STAGED_CORPUS_ALL"] === "1";
const python = ["/usr/bin/python3", "python3"].find((name) => spawnSync(name, ["-c", "import openpyxl"]).status === 0);
const office = spawnSync("soffice", ["--version"]).status === 0;
const folder = mkdtempSync(path.join(tmpdir(), "resaved-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LOSSES: readonly Flag[] = ["lost-part", "not-calculated", "macro", "external-link"];
const isLeft = ({ facet, flags = [] }: Change) =>
  facet !== "recalculated" && facet !== "metadata" && !flags.some((flag) => LOSSES.includes(flag));

/** Every n-th workbook, copied under a name of its own. */
function sample(name: string, every: number): string {
  const into = path.join(folder, name);
  mkdirSync(into);
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.xls[xm]$/.test(file) && statSync(path.join(root, file)).size < 3_000_000)
    .sort()
    .filter((_file, at) => all || at % every === 0)
    .forEach((file) => copyFileSync(path.join(root, file), path.join(into, file.replaceAll(/[/\\]/g, "_"))));
  return into;
}

const OPENPYXL = `
import sys, os, warnings
warnings.simplefilter("ignore")
import openpyxl
source, target = sys.argv[1:]
for name in sorted(os.listdir(source)):
    out = os.path.join(target, name)
    try:
        openpyxl.load_workbook(os.path.join(source, name), keep_vba=name.endswith("m")).save(out)
    except Exception:
        if os.path.exists(out):
            os.remove(out)
`;

function byOpenpyxl(source: string, name: string): string {
  const target = path.join(folder, name);
  mkdirSync(target);
  execFileSync(python ?? "python3", ["-c", OPENPYXL, source, target], { stdio: "ignore" });
  return target;
}

function byLibreOffice(source: string, name: string): string {
  const target = path.join(folder, name);
  mkdirSync(target);
  const profile = `-env:UserInstallation=file://${path.join(folder, "profile")}`;
  const files = readdirSync(source).sort();
  for (let at = 0; at < files.length; at += 12) {
    const batch = files.slice(at, at + 12).map((file) => path.join(source, file));
    // A file that the program does not read, or that stops it, is not converted and not counted.
    spawnSync("soffice", [profile, "--headless", "--convert-to", "xlsx", "--outdir", target, ...batch], {
      timeout: 120_000,
    });
  }
  return target;
}

interface Count {
  held: number;
  compared: number;
  readonly left: Map<string, number>;
}

function count(source: string, target: string): Count {
  const found: Count = { held: 0, compared: 0, left: new Map() };
  for (const file of readdirSync(source).sort()) {
    const [from, to] = [path.join(source, file), path.join(target, file)];
    const saved = existsSync(to) ? to : to.replace(/\.xlsm$/, ".xlsx");
    if (!existsSync(saved)) continue;
    const [a, b] = [from, saved].map((name) => parseWorkbook(readFileSync(name), DEFAULT_LIMITS));
    if (a?.ok !== true || b?.ok !== true) continue;
    const { complete, changes } = xlsxFormat.diff(a.value, b.value, defaultWork());
    const left = changes.filter(isLeft);
    found.compared++;
    if (complete && left.length === 0) found.held++;
    for (const kind of new Set(left.map(({ kind: what, facet, address }) => `${what} ${facet} ${address.kind}`)))
      found.left.set(kind, (found.left.get(kind) ?? 0) + 1);
  }
  return found;
}

function report(program: string, { held, compared, left }: Count): void {
  const kinds = [...left].sort((a, b) => b[1] - a[1]).map(([kind, files]) => `${kind}: ${files}`);
  process.stdout.write(`saved again by ${program}: ${held} of ${compared} hold; left in files: ${kinds.join(", ")}\n`);
}

const reason = (missing: string | null) => (missing === null ? "" : ` (not run: ${missing})`);
const noPython = root === "" ? "STAGED_CORPUS is not set" : python === undefined ? "no Python with openpyxl" : null;
const noOffice = root === "" ? "STAGED_CORPUS is not set" : office ? null : "no LibreOffice";

describe.skipIf(noPython !== null)(`real workbooks saved again by openpyxl${reason(noPython)}`, () => {
  it("hold, and nearly all of them hold once more", { timeout: 600_000 }, () => {
    const source = sample("openpyxl", 11);
    const once = byOpenpyxl(source, "openpyxl-once");
    const found = count(source, once);
    report("openpyxl", found);
    expect(found.compared).toBeGreaterThan(25);
    expect(found.held / found.compared).toBeGreaterThan(0.9);
    const again = count(once, byOpenpyxl(once, "openpyxl-twice"));
    report("openpyxl, twice", again);
    expect(again.held / again.compared).toBeGreaterThan(0.8);
  });
});

describe.skipIf(noOffice !== null)(`real workbooks saved again by LibreOffice${reason(noOffice)}`, () => {
  it("hold once LibreOffice has saved them in its own way", { timeout: 1_200_000 }, () => {
    const source = sample("libreoffice", 48);
    const once = byLibreOffice(source, "libreoffice-once");
    const found = count(source, once);
    report("LibreOffice", found);
    const again = count(once, byLibreOffice(once, "libreoffice-twice"));
    report("LibreOffice, twice", again);
    // It draws charts in colours and fonts of its own, and cuts what it does not know: these are changes.
    expect(found.held / found.compared).toBeGreaterThan(0.3);
    expect(again.compared).toBeGreaterThan(5);
    expect(again.held / again.compared).toBeGreaterThan(0.6);
  });
});
