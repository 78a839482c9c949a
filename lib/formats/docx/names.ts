/** Names of WordprocessingML (ECMA-376 part 1, 17), and which children of an element are shown. */
import { NS, type XmlElement } from "../ooxml/xml-tree.ts";

export const W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";

export const isWord = (element: XmlElement, name: string): boolean => element.name === name && element.ns === W;

/** An attribute of the main namespace: `w:val`, also where it is written without a prefix. */
export const wordAttribute = (element: XmlElement | undefined, name: string): string | undefined =>
  element?.attributes.find((found) => found.name === name && (found.ns === W || found.ns === ""))?.value;

/**
 * What Word shows of `mc:AlternateContent`: the first choice, as every Word since 2010 knows those in use; without one,
 * the fallback. `null` where the element is no alternate content.
 */
export function shownBranch(element: XmlElement): XmlElement | null | undefined {
  if (element.name !== "AlternateContent" || element.ns !== NS.mc) return null;
  const branches = element.children.filter((child): child is XmlElement => typeof child !== "string");
  return branches.find(({ name }) => name === "Choice") ?? branches.find(({ name }) => name === "Fallback");
}

export function fallbackBranch(element: XmlElement): XmlElement | undefined {
  const shown = shownBranch(element);
  return element.children.find(
    (child): child is XmlElement => typeof child !== "string" && child.name === "Fallback" && child !== shown,
  );
}

/** Child elements, alternate content replaced by what is shown of it. */
export function* shownChildren(element: XmlElement): Generator<XmlElement> {
  for (const child of element.children) {
    if (typeof child === "string") continue;
    const branch = shownBranch(child);
    if (branch === null) yield child;
    else if (branch !== undefined) yield* shownChildren(branch);
  }
}

export const wordChild = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child): child is XmlElement => typeof child !== "string" && isWord(child, name));

/** Text boxes' contents below an element, in document order, not those inside of another one. */
export function boxContents(element: XmlElement): XmlElement[] {
  const found: XmlElement[] = [];
  const branch = shownBranch(element);
  for (const child of branch === undefined ? [] : shownChildren(branch ?? element))
    if (isWord(child, "txbxContent")) found.push(child);
    else found.push(...boxContents(child));
  return found;
}

/** Empty places that carry no text: ranges of bookmarks, comments, permissions, moves; proofing and page marks. */
export const MARKS: ReadonlySet<string> = new Set([
  "bookmarkStart",
  "bookmarkEnd",
  "commentRangeStart",
  "commentRangeEnd",
  "commentReference",
  "permStart",
  "permEnd",
  "proofErr",
  "lastRenderedPageBreak",
  "annotationRef",
  "moveFromRangeStart",
  "moveFromRangeEnd",
  "moveToRangeStart",
  "moveToRangeEnd",
]);

/** Bookmarks that programs make for themselves: where the cursor was, links between documents. */
export const isOwnBookmark = (name: string): boolean => /^(_GoBack$|__|OLE_LINK|_Hlk\d)/.test(name);
