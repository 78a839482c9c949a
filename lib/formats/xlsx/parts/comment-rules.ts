/** Notes on cells as a part (ECMA-376 part 1, 18.7): a note's author is a name, not a place in the list of authors. */
import { childElement, childElements, textOf, type XmlElement } from "../../ooxml/xml-tree.ts";
import type { PartRules } from "./rules.ts";

const COMMENT_RULES: PartRules = {
  ids: { comment: ["shapeId", "guid"] },
  silent: new Set(["authors", "phoneticPr", "rPh"]),
  unseen: new Set(["commentPr"]),
  unordered: new Set(["commentList"]),
  hollow: new Set(["extLst", "ext"]),
};

/** @param root the `comments` element */
export function commentRules(root: XmlElement): PartRules {
  const names = authorsOf(root);
  return {
    ...COMMENT_RULES,
    attribute: (element, { name, ns, value }) =>
      element.name === "comment" && ns === "" && name === "authorId" ? (names[Number(value)] ?? "") : undefined,
  };
}

export function authorsOf(root: XmlElement): string[] {
  const list = childElement(root, "authors");
  return list === undefined ? [] : [...childElements(list)].map(textOf);
}
