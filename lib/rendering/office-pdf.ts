/** LibreOffice: an office file as PDF. Its own fresh profile each time, so that nothing of one file reaches the next. */
import { access, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { err, ok, type Result } from "../shared/result.ts";
import { runBounded, type Ceilings } from "./bounded.ts";
import type { Programs } from "./programs.ts";

interface Family {
  /** LibreOffice's own name for the reader: without it, what it does not know is read as plain text. */
  readonly reader: string;
  readonly output: string;
}

const DECK =
  'pdf:impress_pdf_Export:{"ExportHiddenSlides":{"type":"boolean","value":"true"},"ExportNotes":{"type":"boolean","value":"false"}}';
const TEXT = "pdf:writer_pdf_Export";
const SHEETS = "pdf:calc_pdf_Export";

const FAMILIES: ReadonlyMap<string, Family> = new Map([
  [".docx", { reader: "MS Word 2007 XML", output: TEXT }],
  [".docm", { reader: "MS Word 2007 XML VBA", output: TEXT }],
  [".doc", { reader: "MS Word 97", output: TEXT }],
  [".odt", { reader: "writer8", output: TEXT }],
  [".rtf", { reader: "Rich Text Format", output: TEXT }],
  [".pptx", { reader: "Impress MS PowerPoint 2007 XML", output: DECK }],
  [".pptm", { reader: "Impress MS PowerPoint 2007 XML VBA", output: DECK }],
  [".ppt", { reader: "MS PowerPoint 97", output: DECK }],
  [".odp", { reader: "impress8", output: DECK }],
  [".xlsx", { reader: "Calc MS Excel 2007 XML", output: SHEETS }],
  [".xlsm", { reader: "Calc MS Excel 2007 VBA XML", output: SHEETS }],
  [".xls", { reader: "MS Excel 97", output: SHEETS }],
  [".ods", { reader: "calc8", output: SHEETS }],
]);

/** Whether LibreOffice is asked for files of this extension (lower case with its dot). */
export const isOffice = (extension: string): boolean => FAMILIES.has(extension);

export interface OfficeInput {
  /** Absolute. */
  readonly file: string;
  readonly extension: string;
  /** Absolute; the result is in it, under the file's name. */
  readonly folder: string;
  readonly ceilings: Ceilings;
  readonly signal: AbortSignal;
}

export async function officeToPdf(
  { soffice, isolate }: Programs,
  { file, extension, folder, ceilings, signal }: OfficeInput,
): Promise<Result<string, { readonly reason: string }>> {
  const family = FAMILIES.get(extension);
  if (family === undefined) return err({ reason: `LibreOffice is not asked for ${extension} files.` });
  const profile = path.join(folder, "profile");
  await mkdir(path.join(profile, "user"), { recursive: true });
  await writeFile(path.join(profile, "user", "registrymodifications.xcu"), SETTINGS);
  const ended = await runBounded({
    command: [
      ...isolate,
      soffice,
      `-env:UserInstallation=${pathToFileURL(profile).href}`,
      "--headless",
      "--norestore",
      "--nolockcheck",
      "--nodefault",
      "--nofirststartwizard",
      `--infilter=${family.reader}`,
      "--convert-to",
      family.output,
      "--outdir",
      folder,
      file,
    ],
    folder,
    ceilings,
    signal,
  });
  if (ended.kind === "stopped") return err({ reason: `LibreOffice ${ended.why}.` });
  const made = path.join(folder, `${path.basename(file, path.extname(file))}.pdf`);
  const there = await access(made).then(
    () => true,
    () => false,
  );
  return there
    ? ok(made)
    : err({ reason: "LibreOffice could not open the file: it is damaged, or a password protects it." });
}

const item = (at: string, name: string, value: string | boolean | number): string =>
  `<item oor:path="/org.openoffice.Office.${at}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;

/** Macros never run; links to other files and addresses are neither followed nor brought up to date. */
const SETTINGS = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${[
  item("Common/Security/Scripting", "MacroSecurityLevel", 3),
  item("Common/Security/Scripting", "DisableMacrosExecution", true),
  item("Common/Security/Scripting", "BlockUntrustedRefererLinks", true),
  item("Common/Misc", "FirstRun", false),
  item("Writer/Content/Update", "Link", 2),
  item("Calc/Content/Update", "Link", 2),
].join("\n")}
</oor:items>
`;
