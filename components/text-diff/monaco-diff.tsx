"use client";
/** The editor of a text comparison: read-only, Tab leaves it, hunks marked by an edge and a sign in the margin. */
import { useEffect, useRef, useState } from "react";

import type { ThreadCounts } from "../../lib/client/threads.ts";
import { useThreadMarks } from "../comments/thread-marks.tsx";
import { useDark } from "../shell/theme.ts";
import { plural } from "../ui/format.ts";
import type { ShownVersion } from "../review/file-toolbar.tsx";
import { hunkAtLine, linesIn, type TextHunk } from "./hunks.ts";
import { applyTheme, languageId, monaco } from "./monaco-setup.ts";

import "./text-diff.css";

export interface MonacoDiffProps {
  readonly path: string;
  readonly language: string;
  /** The base, and the version that is compared with it. */
  readonly original: string;
  readonly modified: string;
  /** The file came or went: both texts are the one that there is, and all of its lines did. */
  readonly whole: "added" | "removed" | null;
  readonly version: ShownVersion;
  readonly sideBySide: boolean;
  readonly hunks: readonly TextHunk[];
  readonly current: string | null;
  readonly onCurrent: (id: string) => void;
}

type DiffEditor = monaco.editor.IStandaloneDiffEditor;

const labelsOf = (path: string) => ({
  originalAriaLabel: `${path}, before`,
  modifiedAriaLabel: `${path}, compared version`,
});

/** Nameless: `labelsOf` comes with the first update. */
function createEditor(frame: HTMLElement): DiffEditor {
  return monaco.editor.createDiffEditor(frame, {
    automaticLayout: true,
    readOnly: true,
    originalEditable: false,
    domReadOnly: true,
    contextmenu: false,
    minimap: { enabled: false },
    scrollBeyondLastLine: false,
    fontFamily: getComputedStyle(document.body).getPropertyValue("--font-code"),
    fontSize: 12,
    lineHeight: 20,
    lineDecorationsWidth: 22,
    renderOverviewRuler: false,
    renderMarginRevertIcon: false,
    renderGutterMenu: false,
    renderIndicators: false,
    useInlineViewWhenSpaceIsLimited: false,
    tabFocusMode: true,
    unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: true },
  });
}

function decorationsOf(
  hunks: readonly TextHunk[],
  version: ShownVersion,
  said: ThreadCounts["byChange"],
): monaco.editor.IModelDeltaDecoration[] {
  return hunks.flatMap((hunk) => {
    const range = rangeOf(hunk, version);
    const mark = { range, options: { isWholeLine: true, linesDecorationsClassName: marginOf(hunk) } };
    const threads = said.get(hunk.id) ?? 0;
    return threads === 0 ? [mark] : [mark, threadsMark(range.startLineNumber, threads)];
  });
}

/** Over the hunk's own mark, so that a step draws one hunk and not all. */
function hereMark(hunk: TextHunk, version: ShownVersion): monaco.editor.IModelDeltaDecoration {
  return {
    range: rangeOf(hunk, version),
    options: {
      isWholeLine: true,
      className: "hunk-current",
      linesDecorationsClassName: `${marginOf(hunk)} hunk-here`,
    },
  };
}

const marginOf = ({ kind, state }: TextHunk): string => `hunk hunk-${kind} hunk-${state}`;

function rangeOf({ at }: TextHunk, version: ShownVersion): monaco.Range {
  const { from, count } = at[version];
  const first = Math.max(count === 0 ? from - 1 : from, 1);
  return new monaco.Range(first, 1, Math.max(first, from + count - 1), 1);
}

/** Behind the end of a line, wherever that is. */
function threadsMark(line: number, threads: number): monaco.editor.IModelDeltaDecoration {
  return {
    range: new monaco.Range(line, LINE_END, line, LINE_END),
    options: {
      after: { content: ` ${plural(threads, "open thread")} `, inlineClassName: "hunk-said" },
      showIfCollapsed: true,
    },
  };
}

const wholeMark = (whole: "added" | "removed", text: string): monaco.editor.IModelDeltaDecoration => ({
  range: new monaco.Range(1, 1, linesIn(text), 1),
  options: {
    isWholeLine: true,
    className: `whole-${whole}`,
    linesDecorationsClassName: `hunk hunk-${whole}`,
  },
});

const LINE_END = 1_000_000;

/** Above so many hunks all lines are there: what the editor folds away costs elements for every fold, seen or not. */
const MAX_FOLDED = 100;
const UNCHANGED = { contextLineCount: 3, minimumLineCount: 6 };

export function MonacoDiff(props: MonacoDiffProps) {
  const { path, language, original, modified, whole, version, sideBySide, hunks, current, onCurrent } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<DiffEditor | null>(null);
  const dark = useDark();
  const said = useThreadMarks().byChange;
  useEffect(() => applyTheme(dark), [dark]);

  useEffect(() => {
    if (editor === null) return;
    const id = languageId(language);
    const models = {
      original: monaco.editor.createModel(original, id),
      modified: monaco.editor.createModel(modified, id),
    };
    editor.setModel(models);
    return () => {
      editor.setModel(null);
      models.original.dispose();
      models.modified.dispose();
    };
  }, [editor, language, original, modified]);

  // The labels go along each time: an update without them takes the editors' names away.
  const folding = hunks.length <= MAX_FOLDED && whole === null;
  useEffect(
    () =>
      editor?.updateOptions({
        renderSideBySide: sideBySide,
        hideUnchangedRegions: { enabled: folding, ...UNCHANGED },
        ...labelsOf(path),
      }),
    [editor, sideBySide, folding, path],
  );

  useEffect(() => {
    if (editor === null) return;
    const decorations = editor
      .getModifiedEditor()
      .createDecorationsCollection(whole === null ? decorationsOf(hunks, version, said) : [wholeMark(whole, modified)]);
    return () => decorations.clear();
  }, [editor, hunks, version, said, original, modified, whole]);

  useEffect(() => {
    const hunk = whole === null ? hunks.find(({ id }) => id === current) : undefined;
    if (editor === null || hunk === undefined) return;
    const decorations = editor.getModifiedEditor().createDecorationsCollection([hereMark(hunk, version)]);
    return () => decorations.clear();
  }, [editor, hunks, version, current, original, modified, whole]);

  useEffect(() => {
    const hunk = hunks.find(({ id }) => id === current);
    if (editor === null || hunk === undefined) return;
    const { from, count } = hunk.at[version];
    editor.getModifiedEditor().revealLinesInCenterIfOutsideViewport(from, from + Math.max(count - 1, 0));
    // A new choice scrolls; new verdicts around it do not.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [editor, current, version]);

  useEffect(() => {
    const clicks = editor?.getModifiedEditor().onMouseDown((event) => {
      const line = event.target.position?.lineNumber;
      const hunk = line === undefined ? null : hunkAtLine(hunks, version, line);
      if (hunk !== null) onCurrent(hunk.id);
    });
    return () => clicks?.dispose();
  }, [editor, hunks, version, onCurrent]);

  // The last of the effects: they end in this order, and what they undo in an editor that is gone throws.
  useEffect(() => {
    if (frame.current === null) return;
    const created = createEditor(frame.current);
    setEditor(created);
    return () => created.dispose();
  }, []);

  return <div ref={frame} className="text-diff min-h-0 flex-1" data-shortcuts="allow" />;
}
