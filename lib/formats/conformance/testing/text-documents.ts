/** Generated text: few different lines (so that they repeat), every ending, every encoding, edits as people make them. */
import fc from "fast-check";

import type { Change, ChangeId } from "../../../core/change/change.ts";
import type { Arbitraries } from "./laws.ts";

const WORDS = ["", " ", "a", "b", "a a", "}", "  return x", "é", "naïve €", "日本語", "\u00a0", "long ".repeat(40)];
const ENDINGS = ["\n", "\r\n", "\r"];

const line = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 8 }) },
);
const clean = line.map((text) => text.replaceAll(/[\0\r\n]/g, "").replaceAll(/\p{Surrogate}/gu, ""));

interface Drawn {
  readonly lines: readonly string[];
  /** One ending, or several in turn. */
  readonly endings: readonly string[];
  readonly final: boolean;
  readonly encoding: "utf8" | "utf8-bom" | "utf16le" | "utf16be" | "latin1";
}

const style = {
  endings: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...ENDINGS).map((one) => [one]) },
    { weight: 1, arbitrary: fc.array(fc.constantFrom(...ENDINGS), { minLength: 2, maxLength: 4 }) },
  ),
  final: fc.boolean(),
  encoding: fc.constantFrom<Drawn["encoding"]>("utf8", "utf8", "utf8", "utf8-bom", "utf16le", "utf16be", "latin1"),
};

const document = (lines: fc.Arbitrary<readonly string[]>): fc.Arbitrary<Drawn> => fc.record({ lines, ...style });

/** Line edits: keep, drop, replace, insert before. */
function edited(lines: readonly string[]): fc.Arbitrary<string[]> {
  const edit = fc.oneof(
    { weight: 6, arbitrary: fc.constant("keep" as const) },
    { weight: 1, arbitrary: fc.constant("drop" as const) },
    { weight: 1, arbitrary: clean.map((text) => ({ replace: text })) },
    { weight: 1, arbitrary: fc.array(clean, { minLength: 1, maxLength: 3 }).map((insert) => ({ insert })) },
  );
  return fc.array(edit, { minLength: lines.length, maxLength: lines.length }).map((edits) =>
    lines.flatMap((text, n) => {
      const own = edits[n] ?? "keep";
      if (own === "keep") return [text];
      if (own === "drop") return [];
      return "replace" in own ? [own.replace] : [...own.insert, text];
    }),
  );
}

/** Mostly the same style on both sides: that is what people have. */
function versionOf(base: Drawn, lines: fc.Arbitrary<readonly string[]>): fc.Arbitrary<Drawn> {
  const same = lines.map((own): Drawn => ({ ...base, lines: own }));
  return fc.oneof(
    { weight: 3, arbitrary: same },
    { weight: 1, arbitrary: document(lines) },
    {
      weight: 1,
      arbitrary: fc.tuple(lines, style.endings).map(([own, endings]) => ({ ...base, lines: own, endings })),
    },
  );
}

const drawn = document(fc.array(clean, { maxLength: 14 }));
/** Never edited, so that there is always a line with an ending: an ending that ends nothing cannot change. */
const KEPT = ["first", "second"];

/** One ending throughout: of mixed ones, a chosen change may make the file uniform, which is a change of another kind. */
const numbered = document(
  fc.integer({ min: 0, max: 14 }).map((count) => [...KEPT, ...Array.from({ length: count }, (_, n) => `line ${n}`)]),
).map((doc): Drawn => ({ ...doc, endings: doc.endings.slice(0, 1) }));

const toBytes = (doc: Drawn): Uint8Array => encoded(textOf(doc), doc.encoding);

export const textArbitraries: Arbitraries = {
  name: "notes.md",
  pair: fc.oneof(
    drawn.chain((base) => versionOf(base, edited(base.lines)).map((after) => [toBytes(base), toBytes(after)] as const)),
    fc.tuple(drawn, drawn).map(([before, after]) => [toBytes(before), toBytes(after)] as const),
  ),
  triple: drawn.chain((base) =>
    fc
      .tuple(versionOf(base, edited(base.lines)), versionOf(base, edited(base.lines)))
      .map(([one, two]) => [toBytes(base), toBytes(one), toBytes(two)] as const),
  ),
  unambiguous: numbered.chain((base) =>
    fc
      .tuple(distinctVersion(base.lines), style.final, fc.constantFrom(...ENDINGS))
      .map(([lines, final, ending]) => [toBytes(base), toBytes({ ...base, lines, final, endings: [ending] })] as const),
  ),
  oracle: spliced,
  extensions: ["txt", "md", "html", "htm", "xml", "json", "csv", "py", "js", "ts", "ipynb"],
  runs: 400,
};

/** Drops, new lines and replacements, each new text different from every other. */
function distinctVersion(lines: readonly string[]): fc.Arbitrary<string[]> {
  const edit = fc.constantFrom("keep", "keep", "keep", "drop", "replace", "insert");
  return fc.array(edit, { minLength: lines.length, maxLength: lines.length }).map((edits) =>
    lines.flatMap((text, n) => {
      if (KEPT.includes(text) || edits[n] === "keep") return [text];
      if (edits[n] === "drop") return [];
      return edits[n] === "replace" ? [`other ${n}`] : [`new ${n}`, text];
    }),
  );
}

function textOf({ lines, endings, final }: Drawn): string {
  return lines
    .map((text, n) => text + (n === lines.length - 1 && !final ? "" : (endings[n % endings.length] ?? "\n")))
    .join("");
}

function encoded(text: string, encoding: Drawn["encoding"]): Uint8Array {
  const wide = Buffer.from(`\ufeff${text}`, "utf16le");
  switch (encoding) {
    case "utf8":
      return Buffer.from(text, "utf8");
    case "utf8-bom":
      return Buffer.from(`\ufeff${text}`, "utf8");
    case "latin1":
      return Buffer.from(text.replaceAll(/[^\0-\xff]/g, "?"), "latin1");
    case "utf16le":
      return wide;
    case "utf16be":
      return wide.swap16();
  }
}

/**
 * The subset by addresses and values alone, for the plain case: UTF-8 on both sides, `\n` throughout and at the end.
 */
function spliced(
  before: Uint8Array,
  after: Uint8Array,
  changes: readonly Change[],
  chosen: ReadonlySet<ChangeId>,
): Uint8Array | null {
  const text = Buffer.from(before).toString("utf8");
  const plain = (bytes: Uint8Array) => {
    const own = Buffer.from(bytes).toString("utf8");
    return (
      Buffer.from(own, "utf8").equals(bytes) && own.endsWith("\n") && !own.includes("\r") && !own.startsWith("\ufeff")
    );
  };
  if (!plain(before) || !plain(after)) return null;
  const lines = text.split("\n").slice(0, -1);
  for (const change of [...changes].reverse()) {
    const at = change.beforeAddress ?? change.address;
    if (!chosen.has(change.id) || at.kind !== "lines") continue;
    const own = change.after?.type === "text" ? change.after.text.split("\n") : [];
    lines.splice(at.from - 1, at.to - at.from + 1, ...own);
  }
  return Buffer.from(lines.map((own) => `${own}\n`).join(""), "utf8");
}
