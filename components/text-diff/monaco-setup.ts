"use client";
/** Monaco with what a read-only comparison needs, and nothing else. Languages load when a file of theirs is opened. */
import * as monaco from "monaco-editor/editor";

import "monaco-editor/features/codicon/register";
import "monaco-editor/features/diffEditor/register";
import "monaco-editor/features/find/register";
import "monaco-editor/features/toggleTabFocusMode/register";
import "monaco-editor/languages/definitions/css/register";
import "monaco-editor/languages/definitions/html/register";
import "monaco-editor/languages/definitions/ini/register";
import "monaco-editor/languages/definitions/javascript/register";
import "monaco-editor/languages/definitions/markdown/register";
import "monaco-editor/languages/definitions/python/register";
import "monaco-editor/languages/definitions/r/register";
import "monaco-editor/languages/definitions/shell/register";
import "monaco-editor/languages/definitions/sql/register";
import "monaco-editor/languages/definitions/typescript/register";
import "monaco-editor/languages/definitions/xml/register";
import "monaco-editor/languages/definitions/yaml/register";

globalThis.MonacoEnvironment = {
  getWorker: () => new Worker(new URL("./monaco.worker.ts", import.meta.url), { type: "module" }),
};

/** What the server calls a language, where Monaco has another name or no grammar of its own. */
const ALIASES: Readonly<Record<string, string>> = {
  json: "javascript",
  toml: "ini",
  csv: "plaintext",
  text: "plaintext",
};

export const languageId = (language: string): string => ALIASES[language] ?? language;

/** A token's colour as Monaco wants it (#rrggbb), read from the page, so that there is one list of colours. */
function tokenColor(probe: HTMLElement, token: string): string {
  probe.style.color = `var(--${token})`;
  const parts = getComputedStyle(probe).color.match(/[\d.]+/gu) ?? [];
  return `#${parts
    .slice(0, 3)
    .map((part) => Math.round(Number(part)).toString(16).padStart(2, "0"))
    .join("")}`;
}

/** Takes the page's colours as they are now; call again when the theme changes. */
export function applyTheme(dark: boolean): void {
  const probe = document.createElement("span");
  // A transition, however short, would report the colour of before.
  probe.style.setProperty("transition", "none", "important");
  document.body.append(probe);
  const color = (token: string) => tokenColor(probe, token);
  monaco.editor.defineTheme("staged", {
    base: dark ? "vs-dark" : "vs",
    inherit: true,
    rules: [],
    colors: {
      "editor.background": color("panel"),
      "editor.foreground": color("ink"),
      "editorLineNumber.foreground": color("ink-3"),
      "editorLineNumber.activeForeground": color("ink"),
      "editorGutter.background": color("sunken"),
      "editor.lineHighlightBackground": color("panel"),
      "editor.lineHighlightBorder": color("panel"),
      "diffEditor.insertedTextBackground": `${color("added")}38`,
      "diffEditor.removedTextBackground": `${color("removed")}38`,
      "diffEditor.insertedLineBackground": color("added-soft"),
      "diffEditor.removedLineBackground": color("removed-soft"),
      "diffEditorGutter.insertedLineBackground": color("added-soft"),
      "diffEditorGutter.removedLineBackground": color("removed-soft"),
      "diffEditor.unchangedRegionBackground": color("sunken"),
      "diffEditor.unchangedRegionForeground": color("ink-3"),
      "diffEditor.unchangedCodeBackground": "#00000000",
      "diffEditor.border": color("line"),
      "diffEditor.diagonalFill": color("line"),
      focusBorder: color("accent"),
    },
  });
  probe.remove();
  monaco.editor.setTheme("staged");
}

export { monaco };
