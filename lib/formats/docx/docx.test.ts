/** What is a change of a document and what is none; what taking some changes gives. */
import { describe, expect, it } from "vitest";

import { STYLES, buildDocument, p, r, row, story, styled, table } from "./testing/build.ts";
import { applied, changesOf, lines, opened, replacedXml, textsOf } from "./testing/documents.ts";

const seen = (before: Uint8Array, after: Uint8Array) => lines(changesOf(before, after));
const document = (...blocks: string[]) => buildDocument(blocks.join(""));

describe("no change", () => {
  const plain = document(p("The tenant shall pay the rent."), p("Second."));
  it.each([
    [
      "revision ids",
      '<w:p w:rsidR="00A1" w:rsidRDefault="00B2"><w:r w:rsidRPr="00C3"><w:t>The tenant shall pay the rent.</w:t></w:r></w:p>',
    ],
    [
      "proofing marks",
      `<w:p><w:proofErr w:type="spellStart"/>${r("The tenant")}<w:proofErr w:type="spellEnd"/>${r(" shall pay the rent.")}</w:p>`,
    ],
    ["runs split inside of a word", p(r("The ten") + r("ant shall p") + r("ay the rent."))],
    [
      "where a page ended when it was last shown",
      p(`<w:r><w:lastRenderedPageBreak/><w:t>The tenant shall pay the rent.</w:t></w:r>`),
    ],
    [
      "the place of the cursor",
      p(`<w:bookmarkStart w:id="0" w:name="_GoBack"/>${r("The tenant shall pay the rent.")}<w:bookmarkEnd w:id="0"/>`),
    ],
    [
      "a language, an empty run and a spelled-out truth",
      `<w:p><w:pPr><w:rPr/></w:pPr><w:r/>${r("The tenant shall pay the rent.", '<w:lang w:val="fr-FR"/><w:noProof w:val="true"/>')}</w:p>`,
    ],
    ["the default style by name", p("The tenant shall pay the rent.", '<w:pStyle w:val="Normal"/>')],
  ])("%s", (_what, first) => {
    const after = document(first, p("Second."));
    expect(changesOf(plain, after)).toEqual([]);
    expect(changesOf(after, plain)).toEqual([]);
  });

  it("other ids of styles and relationships", () => {
    const linked = (id: string, style: string) =>
      buildDocument(styled(style, "Title") + p(`<w:hyperlink r:id="${id}">${r("here")}</w:hyperlink>`), {
        links: { [id]: "https://example.org/" },
        styles: STYLES.replaceAll("Heading1", style),
      });
    expect(changesOf(linked("rId7", "Heading1"), linked("rId9", "berschrift1"))).toEqual([]);
  });

  it("the strict variant of the format", () => {
    const plainly = buildDocument(p("Same", '<w:jc w:val="right"/>'));
    const strict = replacedXml(plainly, [
      [
        "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
        "http://purl.oclc.org/ooxml/wordprocessingml/main",
      ],
      ["http://schemas.openxmlformats.org/officeDocument/2006/", "http://purl.oclc.org/ooxml/officeDocument/"],
      ['w:jc w:val="right"', 'w:jc w:val="end"'],
    ]);
    expect(opened(strict).package.text("word/document.xml")).toContain("purl.oclc.org");
    expect(changesOf(strict, plainly)).toEqual([]);
  });
});

describe("changes of text", () => {
  it("a no-break space is content", () => {
    expect(seen(document(p("10 km")), document(p("10\u00a0km")))).toEqual(["modified content para=1:   → \u00a0"]);
  });

  it("two edits of one paragraph are two changes, and either is taken alone, runs and all", () => {
    const before = document(
      p(r("The ") + r("tenant", "<w:b/>") + r(" shall pay the rent on the first day of the month.")),
    );
    const after = document(
      p(r("The ") + r("lessee", "<w:b/>") + r(" shall pay the rent on the fifth day of the month.")),
    );
    const changes = changesOf(before, after);
    expect(lines(changes)).toEqual(["modified content para=1: tenant → lessee", "modified content para=1: rst → fth"]);
    expect(changes).toHaveLength(2);
    expect(textsOf(applied(before, after, [changes[0]?.id ?? ("" as never)]))).toEqual([
      "The lessee shall pay the rent on the first day of the month.",
    ]);
    expect(textsOf(applied(before, after, [changes[1]?.id ?? ("" as never)]))).toEqual([
      "The tenant shall pay the rent on the fifth day of the month.",
    ]);
  });

  it("bold alone is format, not content", () => {
    const [before, after] = [
      document(p("all of it is due")),
      document(p(r("all of it ") + r("is", "<w:b/>") + r(" due"))),
    ];
    expect(changesOf(before, after)).toMatchObject([
      { kind: "modified", facet: "format", after: { type: "rich", runs: [{}, { text: "is", format: "bold" }, {}] } },
    ]);
  });

  it("a style is format, by its name", () => {
    expect(seen(document(p("Rent"), p("x")), document(styled("Heading1", "Rent"), p("x")))).toEqual([
      "modified format para=1: style=heading 1",
    ]);
  });

  it("paragraphs that came, went and moved", () => {
    const before = document(p("one is here"), p("two is here"), p("three is here"), p("four is here"));
    const after = document(p("four is here"), p("one is here"), p("quite different"), p("three is here"));
    expect(seen(before, after)).toEqual([
      "removed content para=2: two is here",
      "added content para=3: quite different",
      "moved structure para=1: four is here",
    ]);
    const [, , move] = changesOf(before, after).map(({ id }) => id);
    if (move === undefined) throw new Error("three changes");
    const result = applied(before, after, [move]);
    expect(textsOf(result)).toEqual(["four is here", "one is here", "two is here", "three is here"]);
    expect(changesOf(before, result).map(({ id }) => id)).toEqual([move]);
  });

  it("rows that came and went are one change each", () => {
    const before = document(table(["a1", "b1"], ["a2", "b2"], ["a3", "b3"]), p(""));
    const after = document(table(["a1", "b1"], ["a3", "b3"], ["a4", "new row"]), p(""));
    const changes = changesOf(before, after);
    expect(lines(changes)).toEqual([
      "removed structure table=1&row=2: A=a2 B=b2",
      "added structure table=1&row=3: A=a4 B=new row",
    ]);
    expect(textsOf(applied(before, after, [changes[1]?.id ?? ("" as never)]))).toEqual([
      "a1",
      "b1",
      "a2",
      "b2",
      "a3",
      "b3",
      "a4",
      "new row",
      "",
    ]);
  });
});

describe("tracked changes", () => {
  const inserted = `<w:ins w:id="1" w:author="Ada" w:date="2024-01-01T00:00:00Z">${r("not ")}</w:ins>`;
  const deleted =
    '<w:del w:id="2" w:author="Ada"><w:r><w:delText xml:space="preserve">always </w:delText></w:r></w:del>';
  it("are shown with who made them, the deleted text kept", () => {
    const [before, after] = [document(p("It is due.")), document(p(r("It is ") + inserted + deleted + r("due.")))];
    const [change] = changesOf(before, after);
    expect(change).toMatchObject({
      facet: "content",
      after: {
        text: "It is not always due.",
        runs: [
          {},
          { text: "not ", format: "inserted by Ada on 2024-01-01T00:00:00Z (tracked)" },
          { text: "always ", format: "deleted by Ada (tracked)" },
          {},
        ],
      },
    });
  });

  it("one that was accepted is a change of content", () => {
    const [before, after] = [document(p(r("It is ") + inserted + r("due."))), document(p("It is not due."))];
    expect(changesOf(before, after)).toMatchObject([{ kind: "modified", facet: "content" }]);
    expect(
      changesOf(
        after,
        applied(
          before,
          after,
          changesOf(before, after).map(({ id }) => id),
        ),
      ),
    ).toEqual([]);
  });
});

describe("notes, headers and comments", () => {
  const notes = (...texts: string[]) =>
    story(
      "footnotes",
      `<w:footnote w:type="separator" w:id="0">${p("")}</w:footnote>${texts.map((text, at) => `<w:footnote w:id="${at + 1}">${p(text)}</w:footnote>`).join("")}`,
    );
  const reference = (id: number) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
  const noted = (body: string, ...texts: string[]) =>
    buildDocument(body, { parts: { "footnotes.xml": { kind: "footnotes", content: notes(...texts) } } });

  it("a new note comes with its reference and does not rename the others", () => {
    const before = noted(p(r("First clause") + reference(1)) + p("Second clause"), "old note");
    const after = noted(
      p(r("First") + reference(1) + r(" clause") + reference(2)) + p("Second clause"),
      "new note",
      "old note",
    );
    const changes = changesOf(before, after);
    expect(lines(changes)).toEqual([
      "modified content para=1:  → [footnote]",
      "added content story=footnote-1&para=1: text=new note",
    ]);
    expect(changes[0]?.requires).toEqual([changes[1]?.id]);
    const result = applied(
      before,
      after,
      changes.map(({ id }) => id),
    );
    expect(changesOf(result, after)).toEqual([]);
  });

  it("the text of a note is a story of its own", () => {
    const body = p(r("First clause") + reference(1));
    expect(seen(noted(body, "see section two"), noted(body, "see section nine"))).toHaveLength(1);
    expect(changesOf(noted(body, "see section two"), noted(body, "see section nine"))[0]?.address).toEqual({
      kind: "paragraph",
      paragraph: 1,
      story: "footnote-1",
    });
  });

  const comment = (id: number, text: string) =>
    `<w:comment w:id="${id}" w:author="Ada" w:date="2024-01-0${id + 1}T00:00:00Z">${p(text)}</w:comment>`;
  const marked = (id: number, text: string) =>
    `<w:commentRangeStart w:id="${id}"/>${r(text)}<w:commentRangeEnd w:id="${id}"/><w:r><w:commentReference w:id="${id}"/></w:r>`;
  it("a comment is a change with author and text, taken without the edits beside it", () => {
    const before = document(p("The rent is due monthly."), p("End."));
    const after = buildDocument(p(r("The ") + marked(0, "rent") + r(" is due weekly.")) + p("End."), {
      parts: { "comments.xml": { kind: "comments", content: story("comments", comment(0, "Which rent?")) } },
    });
    const changes = changesOf(before, after);
    const added = changes.find(({ kind }) => kind === "added");
    expect(added).toMatchObject({
      address: { kind: "paragraph", paragraph: 1, story: "comment-1" },
      after: { properties: { author: "Ada", text: "Which rent?" } },
    });
    const result = applied(before, after, [added?.id ?? ("" as never)]);
    expect(textsOf(result)).toEqual(["The rent is due monthly.", "End."]);
    expect(changesOf(before, result).map(({ id }) => id)).toEqual([added?.id]);
    expect(
      changesOf(
        result,
        applied(
          before,
          after,
          changes.map(({ id }) => id),
        ),
      ).map(({ kind }) => kind),
    ).toEqual(["modified"]);
  });

  it("a header that came comes with the section that names it", () => {
    const section = (names: string) => `<w:sectPr>${names}<w:pgSz w:w="12240" w:h="15840"/></w:sectPr>`;
    const before = buildDocument(p("Text"), { section: section("") });
    const after = buildDocument(p("Text"), {
      section: section('<w:headerReference w:type="default" r:id="rId2"/>'),
      parts: { "header1.xml": { kind: "header", content: story("hdr", p("Draft")) } },
    });
    const changes = changesOf(before, after);
    expect(lines(changes).map((line) => line.split(":")[0])).toEqual([
      "modified format part=word/document.xml",
      "added content story=header-1&para=1",
    ]);
    expect(
      changesOf(
        applied(
          before,
          after,
          changes.map(({ id }) => id),
        ),
        after,
      ),
    ).toEqual([]);
  });
});

describe("what a paragraph brings along", () => {
  it("its style by name, its list and its link, under ids that are free", () => {
    const numbering = (id: number, format: string) =>
      story(
        "numbering",
        `<w:abstractNum w:abstractNumId="${id}"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`,
      );
    const item = (id: number, text: string) =>
      p(text, `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${id}"/></w:numPr>`);
    const before = buildDocument(p("Start of it") + item(1, "bullet here"), {
      links: { rId3: "https://old.example/" },
      parts: { "numbering.xml": { kind: "numbering", content: numbering(1, "bullet") } },
    });
    const after = buildDocument(
      p("Start of it") +
        item(4, "bullet here") +
        styled("Quote", "cited words") +
        p(`<w:hyperlink r:id="rId3">${r("a link")}</w:hyperlink>`),
      {
        links: { rId3: "https://new.example/" },
        styles: `${STYLES}<w:style w:type="paragraph" w:styleId="Quote"><w:name w:val="Quote"/><w:basedOn w:val="Normal"/><w:rPr><w:i/></w:rPr></w:style>`,
        parts: { "numbering.xml": { kind: "numbering", content: numbering(4, "bullet") } },
      },
    );
    const changes = changesOf(before, after);
    expect(lines(changes)).toEqual(["added content para=3: cited words", "added content para=4: a link"]);
    for (const { id } of changes)
      expect(changesOf(before, applied(before, after, [id])).map((change) => change.id)).toEqual([id]);
    expect(
      changesOf(
        applied(
          before,
          after,
          changes.map(({ id }) => id),
        ),
        after,
      ),
    ).toEqual([]);
  });
});

it("rows are written by the builder as they are read", () => {
  expect(textsOf(document(`<w:tbl><w:tblPr/>${row(["a", "b"])}</w:tbl>`, p("")))).toEqual(["a", "b", ""]);
});

it("a number is one change, however its digits are cut into runs", () => {
  const before = document(p("Growth of 2.5 % until 2026-09-30."));
  const after = document(p(r("Growth of 5") + r(".") + r("0 % until 2026-10-31.")));
  const sides = changesOf(before, after).map((change) =>
    [change.before, change.after].map((side) => (side?.type === "rich" ? side.text : null)),
  );
  expect(sides).toEqual([
    ["Growth of 2.5 % until 2026-09-30.", "Growth of 5.0 % until 2026-09-30."],
    ["Growth of 2.5 % until 2026-09-30.", "Growth of 2.5 % until 2026-10-31."],
  ]);
});
