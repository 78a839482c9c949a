/** A PDF as it is compared: plain data, nothing of the file's storage. */
import type { Hash } from "../../shared/brand.ts";
import type { Meaning } from "./content/meaning.ts";
import type { Word } from "./content/words.ts";

export interface PdfDocument {
  readonly contentHash: Hash;
  readonly pages: readonly PdfPage[];
  /** Document information, and a digest of the XMP packet as `XMP`. */
  readonly info: Readonly<Record<string, string>>;
  readonly outline: readonly OutlineItem[];
  /** By name. */
  readonly attachments: ReadonlyMap<string, Attachment>;
  /** Form fields by full name. */
  readonly fields: ReadonlyMap<string, Field>;
  /** What else the catalog holds, by key: `PageLabels`, `Names/JavaScript`. */
  readonly parts: ReadonlyMap<string, Meaning>;
  /** The tags: what a screen reader goes by. */
  readonly tags: Meaning | null;
  readonly signed: boolean;
}

export interface PdfPage {
  /** Equal where everything that is drawn is equal, down to the fonts. */
  readonly exact: string;
  /** Equal where it looks the same and says the same, with fonts embedded in whatever way. */
  readonly look: string;
  /** Everything of the look but the words. */
  readonly graphics: string;
  readonly words: readonly Word[];
  readonly size: readonly [number, number];
  readonly annotations: readonly Annotation[];
}

export interface Annotation {
  /** Position in the page's list of annotations, widgets and popups included. */
  readonly at: number;
  /** Without what it leads to: `target`. */
  readonly meaning: Meaning;
  /** `Link`, `Text`, `Highlight`, … */
  readonly subtype: string;
  /** In words: contents, author, address, place. */
  readonly properties: Readonly<Record<string, string>>;
}

export interface OutlineItem {
  /** From 1. */
  readonly level: number;
  readonly title: string;
  readonly meaning: Meaning;
}

export interface Attachment {
  readonly contentHash: Hash;
  readonly size: number;
  readonly meaning: string;
}

export interface Field {
  readonly type: string;
  readonly value: string;
  /** How its value is stored and shown. */
  readonly shown: string;
  /** Everything else: kind, place, flags, choices. */
  readonly structure: string;
  /** Pages (from 0) that it is on. */
  readonly pages: readonly number[];
}
