/** What the parts of a carrier do for each other: the two documents, the package under change, and writing into it. */
import type { XmlElement } from "../../ooxml/xml-tree.ts";
import type { PackageEditor } from "../../xlsx/apply/package-editor.ts";
import type { WordDocument } from "../document.ts";
import type { PartEdits } from "./edits.ts";

export interface Frame {
  readonly before: WordDocument;
  readonly after: WordDocument;
  readonly editor: PackageEditor;
  /** Why it cannot be done. */
  fault: string | null;
  edits(part: string): PartEdits;
  /** The part of before for a kind of relationship, made where before has none. */
  partFor(kind: string): string;
  isMade(part: string): boolean;
  root(part: string): XmlElement | undefined;
  /** Writes behind all else at a part's end. */
  append(part: string, text: string): void;
  /** An element of `from` (in after) as it is written into `to` (in before). */
  write(
    element: XmlElement,
    from: string,
    to: string,
    overrides?: ReadonlyMap<XmlElement, Readonly<Record<string, string>>>,
    leaveOut?: ReadonlySet<XmlElement>,
  ): string;
}
