/** What a document must be to open without repair, as far as taking some changes and not others could break it. */
import type { XmlElement } from "../../ooxml/xml-tree.ts";
import type { WordDocument } from "../document.ts";
import { isWord, wordAttribute } from "../names.ts";

/** What is broken in `made` that was whole in `before`, or `null`. */
export function structureFault(made: WordDocument, before: WordDocument): string | null {
  const [is, was] = [faultsIn(made), faultsIn(before)];
  for (const [fault, count] of is) if (count > (was.get(fault) ?? 0)) return fault;
  return null;
}

function faultsIn(document: WordDocument): ReadonlyMap<string, number> {
  const faults = new Map<string, number>();
  const add = (fault: string) => faults.set(fault, (faults.get(fault) ?? 0) + 1);
  const notes = new Set(document.stories.map(({ kind, id }) => `${kind} ${id}`));
  for (const story of [document.body, ...document.stories]) {
    let fields = 0;
    const visit = (element: XmlElement) => {
      const children = element.children.filter((child): child is XmlElement => typeof child !== "string");
      if (isWord(element, "tc") && !endsWithParagraph(children)) add("a table cell would not end with a paragraph");
      if (isWord(element, "tbl") && !children.some((child) => holdsRow(child))) add("a table would have no rows");
      if (isWord(element, "tr") && !children.some(({ name }) => name === "tc" || name === "sdt"))
        add("a table row would have no cells");
      if (isWord(element, "fldChar")) {
        const type = wordAttribute(element, "fldCharType");
        if (type === "begin") fields++;
        if (type === "end" && --fields < 0) add("a field would end that does not begin");
      }
      for (const kind of ["footnote", "endnote"] as const)
        if (isWord(element, `${kind}Reference`) && !notes.has(`${kind} ${wordAttribute(element, "id") ?? ""}`))
          add(`a ${kind} would be missing`);
      for (const child of children) visit(child);
    };
    visit(story.container.element);
    if (fields > 0) add("a field would begin that does not end");
  }
  return faults;
}

const holdsRow = (element: XmlElement): boolean =>
  isWord(element, "tr") ||
  (["sdt", "sdtContent", "customXml", "ins", "del"].includes(element.name) &&
    element.children.some((child) => typeof child !== "string" && holdsRow(child)));

function endsWithParagraph(children: readonly XmlElement[]): boolean {
  const last = children.findLast(({ name }) => ["p", "tbl", "sdt", "customXml"].includes(name));
  return last === undefined || last.name !== "tbl";
}
