/** What no text shows and some program does: definitions of lists that nothing uses, branches of alternate content. */
import { describe, expect, it } from "vitest";

import { buildDocument, p, r, story } from "./testing/build.ts";
import { applied, changesOf, opened } from "./testing/documents.ts";

const level = (format: string, text = "%1.") =>
  `<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
const abstract = (id: number, inside: string) => `<w:abstractNum w:abstractNumId="${id}">${inside}</w:abstractNum>`;
const num = (id: number, to: number) => `<w:num w:numId="${id}"><w:abstractNumId w:val="${to}"/></w:num>`;
const numbered = (inside: string, body = p("One.") + p("Two.")) =>
  buildDocument(body, { parts: { "numbering.xml": { kind: "numbering", content: story("numbering", inside) } } });
const item = (text: string, list: number) =>
  p(text, `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr>`);
const numbering = (bytes: Uint8Array) => opened(bytes).package.text("word/numbering.xml") ?? "";

describe("a definition of a list that nothing uses", () => {
  const used = abstract(0, level("decimal"));
  const before = numbered(used + abstract(1, level("bullet", "-")) + num(1, 0) + num(2, 1), item("One.", 1));

  it("that changes goes and comes", () => {
    const after = numbered(used + abstract(1, level("bullet", "*")) + num(1, 0) + num(2, 1), item("One.", 1));
    const changes = changesOf(before, after);
    expect(changes).toMatchObject([
      { kind: "added", facet: "metadata", address: { kind: "part", part: "word/numbering.xml" } },
      { kind: "removed", facet: "metadata" },
    ]);
    for (const { id } of changes) expect(changesOf(before, applied(before, after, [id]))).toMatchObject([{ id }]);
    const all = applied(
      before,
      after,
      changes.map(({ id }) => id),
    );
    expect(changesOf(all, after)).toEqual([]);
    expect(numbering(all)).toContain('w:val="*"');
    expect(numbering(all)).not.toContain('w:val="-"');
  });

  it("without a list is seen, too", () => {
    const after = numbered(used + num(1, 0) + abstract(7, level("upperRoman")), item("One.", 1));
    expect(changesOf(before, after).map(({ kind }) => kind)).toEqual(["added", "removed"]);
  });

  it("that is only renumbered is none", () => {
    const after = numbered(
      abstract(5, level("bullet", "-")) + abstract(6, level("decimal")) + num(3, 5) + num(4, 6),
      item("One.", 4),
    );
    expect(changesOf(before, after)).toEqual([]);
  });

  it("goes after the paragraphs that used it, if it is taken", () => {
    const two = item("One.", 1) + item("Dash.", 2);
    const old = numbered(used + abstract(1, level("bullet", "-")) + num(1, 0) + num(2, 1), two);
    const now = numbered(used + num(1, 0), item("One.", 1));
    const changes = changesOf(old, now);
    const [text, list] = changes;
    expect(changes).toMatchObject([
      { kind: "removed", facet: "content" },
      { kind: "removed", facet: "metadata", requires: [text?.id] },
    ]);
    if (text === undefined || list === undefined) return;
    expect(numbering(applied(old, now, [text.id]))).toContain('w:val="-"');
    expect(changesOf(old, applied(old, now, [text.id]))).toMatchObject([{ id: text.id }]);
    expect(numbering(applied(old, now, [text.id, list.id]))).not.toContain('w:val="-"');
  });
});

describe("a branch of alternate content that is not shown", () => {
  const root =
    ' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"';
  const content = (choice: string, fallback: string) =>
    p(
      r("Figure ") +
        `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:wsp>${choice}</wps:wsp></w:drawing></mc:Choice><mc:Fallback><w:pict><v:rect fillcolor="${fallback}"/></w:pict></mc:Fallback></mc:AlternateContent></w:r>`,
    );
  const document = (choice: string, fallback: string) => buildDocument(content(choice, fallback), { root });
  const box = "<wps:txbx><w:txbxContent><w:p/></w:txbxContent></wps:txbx>";

  it.each([
    ["of a shape", "<wps:bodyPr/>"],
    ["beside the shape that holds a text box", `<wps:bodyPr/>${box}`],
  ])("%s is an unrendered change of the part", (_where, choice) => {
    const [before, after] = [document(choice, "red"), document(choice, "blue")];
    const changes = changesOf(before, after);
    expect(changes).toMatchObject([
      { kind: "modified", facet: "unrendered", address: { kind: "part", part: "word/document.xml" } },
    ]);
    const all = applied(
      before,
      after,
      changes.map(({ id }) => id),
    );
    expect(changesOf(all, after)).toEqual([]);
    expect(opened(all).package.text("word/document.xml")).toContain('fillcolor="blue"');
    expect(changesOf(before, before)).toEqual([]);
  });
});
