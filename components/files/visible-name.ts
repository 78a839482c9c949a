/**
 * Names come from files, agents and people. Characters that turn or hide the text around them (bidi controls, zero
 * width, control characters) are legal in some of them: on the screen they become visible marks, so that
 * `report\u202Efdp.exe` cannot pass for a PDF.
 */
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;
const PARTS = new RegExp(`(${HIDDEN.source})`, "u");

export interface NamePart {
  readonly text: string;
  /** True: a mark in place of a character that cannot be seen. */
  readonly mark: boolean;
}

/** The name in parts; a mark reads `U+202E`. */
export const nameParts = (name: string): readonly NamePart[] =>
  name
    .split(PARTS)
    .filter((part) => part !== "")
    .map((part) =>
      HIDDEN.test(part)
        ? { text: `U+${(part.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`, mark: true }
        : { text: part, mark: false },
    );

/** Cell text keeps its line breaks and tabs: only what turns or hides the text around it becomes a mark. */
export const visibleText = (text: string): string =>
  text.replaceAll(
    /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu,
    (hidden) => `⟨U+${(hidden.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`,
  );

/** For titles and labels, where only text goes. */
export const visibleName = (name: string): string =>
  nameParts(name)
    .map(({ text, mark }) => (mark ? `⟨${text}⟩` : text))
    .join("");
