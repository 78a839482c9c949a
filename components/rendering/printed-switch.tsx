"use client";

import type { ChangedFile } from "../../lib/contracts/changes.ts";
import { renderedExtension } from "../../lib/contracts/rendering.ts";
import { Segmented } from "../ui/segmented.tsx";

/** Formats that a printer would show otherwise than this screen does. A PDF is its own print. */
const PRINTED: ReadonlySet<string> = new Set(["docx", "pptx", "xlsx", "sheet"]);

export const canPrint = ({ path, format }: Pick<ChangedFile, "path" | "format">): boolean =>
  PRINTED.has(format) && renderedExtension(path) !== null;

export interface PrintedSwitchProps {
  readonly file: ChangedFile;
  readonly printed: boolean;
  readonly onPrinted: (look: "printed" | null) => void;
}

/** The contents as this screen draws them, or the pages as they print. */
export function PrintedSwitch({ file, printed, onPrinted }: PrintedSwitchProps) {
  if (!canPrint(file)) return null;
  const deck = file.format === "pptx";
  return (
    <Segmented
      label="How the file is shown"
      value={printed ? "printed" : "contents"}
      onChange={(next) => onPrinted(next === "printed" ? "printed" : null)}
      segments={[
        { value: "contents", label: deck ? "Drawn" : "Contents" },
        { value: "printed", label: deck ? "Rendered" : "As printed", title: "As LibreOffice prints it" },
      ]}
    />
  );
}
