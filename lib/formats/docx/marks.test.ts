/** Bookmarks and ranges of comments that stand elsewhere, alone and together with words that change. */
import { describe, expect, it } from "vitest";

import type { Change } from "../../core/change/change.ts";
import { buildDocument, p, r, story } from "./testing/build.ts";
import { applied, changesOf, lines, opened, textsOf } from "./testing/documents.ts";

const start = (name: string, id = 3) => `<w:bookmarkStart w:id="${id}" w:name="${name}"/>`;
const end = (id = 3) => `<w:bookmarkEnd w:id="${id}"/>`;
const document = (...blocks: string[]) => buildDocument(blocks.join(""));
const xml = (bytes: Uint8Array) => opened(bytes).package.text("word/document.xml") ?? "";
const ids = (changes: readonly Change[]) => changes.map(({ id }) => id).sort();

/** Every change alone, then all of them, against what is left to see. */
function holds(before: Uint8Array, after: Uint8Array): Change[] {
  const changes = changesOf(before, after);
  for (const { id } of changes) expect(ids(changesOf(before, applied(before, after, [id])))).toEqual([id]);
  const all = applied(before, after, ids(changes));
  expect(changesOf(all, after)).toEqual([]);
  expect(Buffer.compare(all, after), "a patched package, not the other file").not.toBe(0);
  return changes;
}

describe("a bookmark", () => {
  const before = document(p(start("Rent") + r("The rent") + end() + r(" is due monthly.")), p("Second one."));

  it("that moved to another paragraph is a change of metadata that can be taken", () => {
    const after = document(
      p(r("The rent") + r(" is due monthly.")),
      p(start("Rent", 9) + r("Second") + end(9) + r(" one.")),
    );
    const [change, ...others] = holds(before, after);
    expect(others).toEqual([]);
    expect(change).toMatchObject({
      kind: "modified",
      facet: "metadata",
      before: {
        properties: { bookmark: "Rent", start: "|The rent is due monthly.", end: "The rent| is due monthly." },
      },
      after: { properties: { bookmark: "Rent", start: "|Second one.", end: "Second| one." } },
    });
    const made = xml(applied(before, after, ids(changesOf(before, after))));
    expect(made).toMatch(
      /<w:bookmarkStart w:id="3" w:name="Rent"\/><w:r><w:t[^>]*>Second<\/w:t>.*<w:bookmarkEnd w:id="3"\/>/,
    );
    expect(made.match(/<w:bookmark/g)).toHaveLength(2);
  });

  it("of which one end moved", () => {
    const after = document(p(start("Rent") + r("The rent is due") + end() + r(" monthly.")), p("Second one."));
    expect(holds(before, after)[0]).toMatchObject({
      before: { properties: { end: "The rent| is due monthly." } },
      after: { properties: { end: "The rent is due| monthly." } },
    });
  });

  it("that stands between paragraphs, or is renumbered, has not moved", () => {
    const after = document(start("Rent", 7), p(r("The rent") + end(7) + r(" is due monthly.")), p("Second one."));
    expect(changesOf(before, after)).toEqual([]);
  });

  it("between paragraphs that goes or comes is seen", () => {
    const resaved = p("Two.").replace("<w:p>", '<w:p w:rsidR="00A1">');
    const between = document(p("One."), start("Here"), p("Two."), end());
    expect(holds(between, document(p("One."), resaved))).toMatchObject([{ kind: "removed", facet: "metadata" }]);
    expect(holds(document(p("One."), resaved), between)).toMatchObject([{ kind: "added", facet: "metadata" }]);
  });

  it("goes with the words that it stands in", () => {
    const after = document(p(start("Rent") + r("The yearly") + end() + r(" fee is due monthly.")), p("Second one."));
    expect(lines(holds(before, after))).toEqual(["modified content para=1: rent → yearly fee"]);
    const made = xml(applied(before, after, ids(changesOf(before, after))));
    expect(made.indexOf("yearly")).toBeLessThan(made.indexOf("bookmarkEnd"));
    expect(made.indexOf("bookmarkEnd")).toBeLessThan(made.indexOf("fee"));
  });

  it("moves beside an edit in the same paragraph", () => {
    const after = document(p(r("The rent is ") + start("Rent") + r("due") + end() + r(" yearly.")), p("Second one."));
    const changes = holds(before, after);
    expect(lines(changes)).toEqual(["modified content para=1: month → year"]);
    expect(changes).toHaveLength(2);
  });

  it("that would stand within a word is refused alone, and taken with all", () => {
    const after = document(p(r("The rent is d") + start("Rent") + r("ue") + end() + r(" monthly.")), p("Second two."));
    const changes = changesOf(before, after);
    const [moved] = changes.filter(({ facet }) => facet === "metadata");
    expect(() => applied(before, after, moved === undefined ? [] : [moved.id])).toThrow(/within a word/);
    expect(changesOf(applied(before, after, ids(changes)), after)).toEqual([]);
  });
});

describe("the range of a comment", () => {
  const comments = {
    "comments.xml": {
      kind: "comments",
      content: story(
        "comments",
        `<w:comment w:id="0" w:author="Ada" w:date="2024-01-01T00:00:00Z">${p("Why?")}</w:comment>`,
      ),
    },
  };
  const on = (text: string) =>
    `<w:commentRangeStart w:id="0"/>${r(text)}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>`;
  const before = buildDocument(p(on("The rent") + r(" is due monthly.")) + p("Second one."), { parts: comments });

  it("that moved is a change of the comment's metadata", () => {
    const after = buildDocument(p("The rent is due monthly.") + p(r("Second ") + on("one.")), { parts: comments });
    const changes = holds(before, after);
    expect(changes).toMatchObject([
      {
        kind: "modified",
        facet: "metadata",
        address: { kind: "paragraph", paragraph: 1, story: "comment-1" },
        before: { properties: { start: "|The rent is due monthly." } },
        after: { properties: { start: "Second |one." } },
      },
    ]);
    expect(textsOf(applied(before, after, ids(changes)))).toEqual(textsOf(before));
  });

  it("goes with the words that it stands in", () => {
    const after = buildDocument(p(on("The yearly") + r(" fee is due monthly.")) + p("Second one."), {
      parts: comments,
    });
    expect(holds(before, after)).toMatchObject([{ facet: "content" }]);
  });
});
