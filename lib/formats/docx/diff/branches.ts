/** Branches of alternate content that are not shown: what older programs show in place of those that are. */
import type { XmlElement } from "../../ooxml/xml-tree.ts";
import type { Story } from "../document.ts";
import { digest, hiddenMeaning } from "../meaning.ts";
import type { Pairing } from "./pairing.ts";

interface Sides {
  readonly pairing: Pairing;
  readonly before: Story;
  readonly after: Story;
}

/**
 * Two pieces that show the same.
 * @param boxes they hold text boxes, whose text is compared apart
 */
export function compareBranches(before: XmlElement, after: XmlElement, boxes: boolean, sides: Sides): void {
  const { pairing } = sides;
  const side = (element: XmlElement, story: Story, document: "before" | "after") =>
    hiddenMeaning(element, pairing.parts[document].context(story.part), { withoutBoxes: boxes });
  const [left, right] = [side(before, sides.before, "before"), side(after, sides.after, "after")];
  if (left === right) return;
  const { part } = sides.before;
  const value = (meaning: string) =>
    ({ type: "properties", properties: { "alternate content": meaning === "" ? "none" : digest(meaning) } }) as const;
  pairing.drafts.add(
    {
      kind: "modified",
      facet: "unrendered",
      address: { kind: "part", part },
      before: value(left),
      after: value(right),
    },
    { type: "branches", part, before, after, boxes },
  );
}
