/** Pairs of real documents with what was changed in them, written down by looking at both; long texts are cut. */
export interface RealPair {
  readonly before: string;
  readonly after: string;
  readonly changes: readonly string[];
}

export const REAL_PAIRS: readonly RealPair[] = [
  {
    before: "docxodus-wc/WC__WC001-Digits.docx",
    after: "docxodus-wc/WC__WC001-Digits-Mod.docx",
    changes: ["modified content para=2: 3 → ", "modified content para=4: Te → "],
  },
  {
    before: "docxodus-wc/WC__WC001-Digits.docx",
    after: "docxodus-wc/WC__WC001-Digits-Deleted-Paragraph.docx",
    changes: ["removed content para=2: 12,34"],
  },
  {
    before: "docxodus-wc/WC__WC007-Unmodified.docx",
    after: "docxodus-wc/WC__WC007-Deleted-at-Beginning-of-Para.docx",
    changes: ["modified content para=1:  →  a powerful way to help you prove your point. When you click …"],
  },
  {
    before: "docxodus-wc/WC__WC007-Unmodified.docx",
    after: "docxodus-wc/WC__WC007-Longest-At-End.docx",
    changes: ["modified content para=1: Video provides → When you click Online Video, you can paste in t…"],
  },
  {
    before: "docxodus-wc/WC__WC007-Unmodified.docx",
    after: "docxodus-wc/WC__WC007-Moved-into-Table.docx",
    changes: [
      "removed content para=1: Video provides.",
      "added structure para=1: text=Video provides. | \n | ",
      "added content para=5: ",
    ],
  },
  {
    before: "docxodus-wc/WC__WC011-Before.docx",
    after: "docxodus-wc/WC__WC011-After.docx",
    changes: ["modified content para=1: now foo bar baz → what are the chances"],
  },
  {
    before: "docxodus-wc/WC__WC012-Math-Before.docx",
    after: "docxodus-wc/WC__WC012-Math-After.docx",
    changes: ["modified content para=2: A=πr2 → A=2πr2", "modified format part=word/settings.xml: trackRevisions=on"],
  },
  {
    before: "docxodus-wc/WC__WC013-Image-Before.docx",
    after: "docxodus-wc/WC__WC013-Image-After.docx",
    changes: ["modified content para=1: [picture] → [picture]"],
  },
  {
    before: "docxodus-wc/WC__WC013-Image-Before.docx",
    after: "docxodus-wc/WC__WC013-Image-After2.docx",
    changes: ["added content para=1: Content before a special paragraph.", "added content para=3: This is test."],
  },
  {
    before: "docxodus-wc/WC__WC013-Image-Before2.docx",
    after: "docxodus-wc/WC__WC013-Image-After2.docx",
    changes: ["modified content para=1:  → a special ", "modified content para=3: a  → "],
  },
  {
    before: "docxodus-wc/WC__WC014-SmartArt-Before.docx",
    after: "docxodus-wc/WC__WC014-SmartArt-After.docx",
    changes: ["modified content para=1:  →  the smart art", "modified content para=3:  →  it"],
  },
  {
    before: "docxodus-wc/WC__WC014-SmartArt-With-Image-Before.docx",
    after: "docxodus-wc/WC__WC014-SmartArt-With-Image-After.docx",
    changes: ["modified content para=1:  →  too", "modified content para=3:  →  it"],
  },
  {
    before: "docxodus-wc/WC__WC014-SmartArt-With-Image-Before.docx",
    after: "docxodus-wc/WC__WC014-SmartArt-With-Image-Deleted-After.docx",
    changes: [
      "modified content para=1:  →  too",
      "removed content para=2: [diagram]",
      "modified content para=2:  →  it",
    ],
  },
  {
    before: "docxodus-wc/WC__WC014-SmartArt-With-Image-Before.docx",
    after: "docxodus-wc/WC__WC014-SmartArt-With-Image-Deleted-After2.docx",
    changes: ["removed content para=2: [diagram]"],
  },
  {
    before: "docxodus-wc/WC__WC015-Three-Paragraphs.docx",
    after: "docxodus-wc/WC__WC015-Three-Paragraphs-After.docx",
    changes: [
      "removed content para=2: This is a very interesting test that includes lots of stuff.",
      "modified content para=2: s → ",
    ],
  },
  {
    before: "docxodus-wc/WC__WC017-Image.docx",
    after: "docxodus-wc/WC__WC017-Image-After.docx",
    changes: [
      "modified content para=1:  →  too",
      "removed content para=2: [picture]",
      "modified content para=2:  →  too",
    ],
  },
  {
    before: "docxodus-wc/WC__WC019-Hyperlink-Before.docx",
    after: "docxodus-wc/WC__WC019-Hyperlink-After-1.docx",
    changes: ["modified content para=1: provid → giv", "modified content para=3: dolor  → "],
  },
  {
    before: "docxodus-wc/WC__WC019-Hyperlink-Before.docx",
    after: "docxodus-wc/WC__WC019-Hyperlink-After-2.docx",
    changes: [
      "modified content para=1: provid → giv",
      "modified content para=2: www.ericwhite.com → www.ericwhite2.com",
      "modified content para=3: dolor  → ",
    ],
  },
  {
    before: "docxodus-wc/WC__WC023-Table-4-Row-Image-Before.docx",
    after: "docxodus-wc/WC__WC023-Table-4-Row-Image-After-Delete-1-Row.docx",
    changes: [
      "removed structure table=1&row=1: A=Video provides a powerful way to help you prove your p…",
      "modified content para=4:  → Second ",
    ],
  },
  {
    before: "docxodus-wc/WC__WC025-Simple-Table-Before.docx",
    after: "docxodus-wc/WC__WC025-Simple-Table-After.docx",
    changes: ["modified content para=2: 1 → 2", "modified content para=3: 2 → 1"],
  },
  {
    before: "docxodus-wc/WC__WC027-Twenty-Paras-Before.docx",
    after: "docxodus-wc/WC__WC027-Twenty-Paras-After-1.docx",
    changes: ["removed content para=3: Three", "added content para=19: 19.5"],
  },
  {
    before: "docxodus-wc/WC__WC027-Twenty-Paras-Before.docx",
    after: "docxodus-wc/WC__WC027-Twenty-Paras-After-2.docx",
    changes: ["modified content para=3: h → H", "modified content para=19: i → I"],
  },
  {
    before: "docxodus-wc/WC__WC027-Twenty-Paras-Before.docx",
    after: "docxodus-wc/WC__WC027-Twenty-Paras-After-3.docx",
    changes: ["added content para=1: A new first paragraph."],
  },
  {
    before: "docxodus-wc/WC__WC032-Para-with-Para-Props.docx",
    after: "docxodus-wc/WC__WC032-Para-with-Para-Props-After.docx",
    changes: ["modified content para=1:  → nother", "modified content para=3:  → And more…"],
  },
  {
    before: "docxodus-wc/WC__WC033-Merged-Cells-Before.docx",
    after: "docxodus-wc/WC__WC033-Merged-Cells-After1.docx",
    changes: ["modified content para=2: aaa → Aaa1"],
  },
  {
    before: "docxodus-wc/WC__WC033-Merged-Cells-Before.docx",
    after: "docxodus-wc/WC__WC033-Merged-Cells-After2.docx",
    changes: ["modified content para=1: a → foo", "modified content para=10: nothe →  ba"],
  },
  {
    before: "docxodus-wc/WC__WC034-Endnotes-Before.docx",
    after: "docxodus-wc/WC__WC034-Endnotes-After1.docx",
    changes: ["modified content story=endnote-1&para=1:  → interesting "],
  },
  {
    before: "docxodus-wc/WC__WC034-Endnotes-Before.docx",
    after: "docxodus-wc/WC__WC034-Endnotes-After2.docx",
    changes: [
      "modified content para=1:  powerful → n interesting",
      "modified content story=endnote-1&para=1: an → the",
    ],
  },
  {
    before: "docxodus-wc/WC__WC034-Endnotes-Before.docx",
    after: "docxodus-wc/WC__WC034-Endnotes-After3.docx",
    changes: [
      "modified content para=1:  → [endnote]",
      "modified content para=1:  → [endnote]",
      "modified content story=endnote-2&para=1:  →  with a change",
      "added content story=endnote-2&para=2: This endnote has multiple paragraphs.",
      "added content story=endnote-1&para=1: text=New endnote.",
      "added content story=endnote-3&para=1: text=Yet another endnote.",
    ],
  },
  {
    before: "docxodus-wc/WC__WC034-Footnotes-Before.docx",
    after: "docxodus-wc/WC__WC034-Footnotes-After1.docx",
    changes: ["modified content story=footnote-1&para=1:  → new "],
  },
  {
    before: "docxodus-wc/WC__WC034-Footnotes-Before.docx",
    after: "docxodus-wc/WC__WC034-Footnotes-After2.docx",
    changes: ["modified content para=1: Video → Publishing", "modified content para=1:  powerful → n interesting"],
  },
  {
    before: "docxodus-wc/WC__WC034-Footnotes-Before.docx",
    after: "docxodus-wc/WC__WC034-Footnotes-After3.docx",
    changes: ["modified content para=1:  → [footnote]", "added content story=footnote-1&para=1: text=Foo"],
  },
  {
    before: "docxodus-wc/WC__WC035-Endnote-Before.docx",
    after: "docxodus-wc/WC__WC035-Endnote-After.docx",
    changes: [
      "modified content para=2:  → [endnote]",
      "added content story=endnote-1&para=1: text=This is a test.",
      "added unrendered part=customXml/item1.xml: ",
    ],
  },
  {
    before: "docxodus-wc/WC__WC035-Footnote-Before.docx",
    after: "docxodus-wc/WC__WC035-Footnote-After.docx",
    changes: [
      "modified content para=2:  → [footnote]",
      "added content story=footnote-1&para=1: text=This is a test.",
      "added unrendered part=customXml/item1.xml: ",
    ],
  },
  {
    before: "docxodus-wc/WC__WC036-Endnote-With-Table-Before.docx",
    after: "docxodus-wc/WC__WC036-Endnote-With-Table-After.docx",
    changes: [
      "modified content story=endnote-1&para=2:  → 1",
      "modified content story=endnote-1&para=6:  → 1",
      "removed structure story=endnote-1&table=1&row=3: A=Ggg B=Hhh C=Iii",
      "added content story=endnote-1&para=8: ",
    ],
  },
  {
    before: "docxodus-wc/WC__WC036-Footnote-With-Table-Before.docx",
    after: "docxodus-wc/WC__WC036-Footnote-With-Table-After.docx",
    changes: [
      "modified content story=footnote-1&para=2:  → 1",
      "modified content story=footnote-1&para=6:  → 1",
      "removed structure story=footnote-1&table=1&row=3: A=Ggg B=Hhh C=Iii",
    ],
  },
  {
    before: "docxodus-wc/WC__WC044-Text-Box.docx",
    after: "docxodus-wc/WC__WC044-Text-Box-Mod.docx",
    changes: ["modified content para=3:  → 2"],
  },
  {
    before: "docxodus-wc/WC__WC045-Text-Box.docx",
    after: "docxodus-wc/WC__WC045-Text-Box-Mod.docx",
    changes: ["modified content para=2:  → 2"],
  },
  {
    before: "docxodus-wc/WC__WC046-Two-Text-Box.docx",
    after: "docxodus-wc/WC__WC046-Two-Text-Box-Mod.docx",
    changes: ["modified content para=4:  → a"],
  },
  {
    before: "docxodus-wc/WC__WC047-Two-Text-Box.docx",
    after: "docxodus-wc/WC__WC047-Two-Text-Box-Mod.docx",
    changes: ["modified content para=3:  → a"],
  },
  {
    before: "docxodus-wc/WC__WC048-Text-Box-in-Cell.docx",
    after: "docxodus-wc/WC__WC048-Text-Box-in-Cell-Mod.docx",
    changes: ["modified content para=2:  → a", "modified content para=4:  → a", "modified content para=7:  → a"],
  },
  {
    before: "docxodus-wc/WC__WC054-Text-in-Cell.docx",
    after: "docxodus-wc/WC__WC054-Text-in-Cell-Mod.docx",
    changes: [
      "modified format table=1&row=1: tblLook=firstColumn 1, firstRow 1, lastColumn 0, lastRow 0…",
      "modified format table=1&row=1: column=A tcW=type dxa, w 4508",
      "modified format table=1&row=1: column=B tcW=type dxa, w 4508",
      "modified content para=2: in accordance with the procedure, rules, and regulations establi…",
      "modified format part=word/document.xml: section=yes cols=space 720 docGrid=linePitch 360 …",
      "modified format part=word/settings.xml: trackRevisions=on",
    ],
  },
  {
    before: "docxodus-wc/WC__WC058-Table-Merged-Cell.docx",
    after: "docxodus-wc/WC__WC058-Table-Merged-Cell-Mod.docx",
    changes: ["modified content para=1:  → 1", "modified content para=3:  → 2", "modified content para=7:  → 6"],
  },
  {
    before: "docxodus-wc/WC__WC059-Footnote.docx",
    after: "docxodus-wc/WC__WC059-Footnote-Mod.docx",
    changes: [
      "modified content para=2: o → [footnote]o1",
      "modified content para=9: ine → INE",
      "added content story=footnote-1&para=1: text=Test footnote",
      "added unrendered part=customXml/item1.xml: ",
    ],
  },
  {
    before: "docxodus-wc/WC__WC060-Endnote.docx",
    after: "docxodus-wc/WC__WC060-Endnote-Mod.docx",
    changes: [
      "modified content para=2: o → [endnote]o1",
      "added content story=endnote-1&para=1: text=My Endnote",
      "added unrendered part=customXml/item1.xml: ",
    ],
  },
  {
    before: "docxodus-wc/WC__WC062-New-Char-Style-Added.docx",
    after: "docxodus-wc/WC__WC062-New-Char-Style-Added-Mod.docx",
    changes: ["modified content para=1: powerful  → powerish "],
  },
  {
    before: "docxodus-wc/WC__WC064-Footnote.docx",
    after: "docxodus-wc/WC__WC064-Footnote-Mod.docx",
    changes: [],
  },
  {
    before: "docxodus-wc/WC__WC065-Textbox.docx",
    after: "docxodus-wc/WC__WC065-Textbox-Mod.docx",
    changes: ["modified content para=2:  → side"],
  },
  {
    before: "docxodus-wc/WC__WC065-Textbox.docx",
    after: "docxodus-wc/WC__WC065-Textbox-Deleted.docx",
    changes: ["modified content para=1: [text box] → "],
  },
  {
    before: "safe-docx/packages__docx-core__src__testing__fixtures__empty-to-content__original.docx",
    after: "safe-docx/packages__docx-core__src__testing__fixtures__empty-to-content__revised.docx",
    changes: ["added content para=1: New content has been added."],
  },
  {
    before: "safe-docx/packages__docx-core__src__testing__fixtures__multiple-changes__original.docx",
    after: "safe-docx/packages__docx-core__src__testing__fixtures__multiple-changes__revised.docx",
    changes: [
      "modified content para=1: 0 → 5",
      "modified content para=1: Contract → Vend",
      "modified content para=1: rst → fteenth",
    ],
  },
  {
    before: "safe-docx/packages__docx-core__src__testing__fixtures__paragraph-delete__original.docx",
    after: "safe-docx/packages__docx-core__src__testing__fixtures__paragraph-delete__revised.docx",
    changes: ["removed content para=2: Second paragraph will be deleted."],
  },
  {
    before: "safe-docx/packages__docx-core__src__testing__fixtures__simple-word-change__original.docx",
    after: "safe-docx/packages__docx-core__src__testing__fixtures__simple-word-change__revised.docx",
    changes: ["modified content para=1: quick → slow"],
  },
  {
    before: "safe-docx/packages__docx-core__src__testing__fixtures__split-run-boundary-change__original.docx",
    after: "safe-docx/packages__docx-core__src__testing__fixtures__split-run-boundary-change__revised.docx",
    changes: ["modified content para=1: the ______ day of _________, 201_ → January 15, 2025"],
  },
];
