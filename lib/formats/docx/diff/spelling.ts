/** The properties of two paragraphs that belong together, as far as they look otherwise. */
import type { Paragraph } from "../blocks.ts";
import type { Looks } from "../looks.ts";
import { wordAttribute, wordChild } from "../names.ts";

/** Properties as they are written, without those of after that look as before does. */
export function spelledAlike(before: Paragraph, after: Paragraph, looks: Looks) {
  const [old, now] = [withStyle(before), withStyle(after)];
  if (before.style !== after.style || before.styledByTable || after.styledByTable) return [old, now] as const;
  const own = (paragraph: Paragraph) => wordChild(paragraph.element, "pPr");
  const style = wordAttribute(wordChild(own(before), "pStyle"), "val");
  const [left, right] = [before, after].map((paragraph) => ({
    ...looks.paragraph(own(paragraph), paragraph.context, style),
    rPr: looks.run(wordChild(own(paragraph), "rPr"), paragraph.context, style, ""),
  }));
  const inList = [before, after].some(({ properties }) => "numPr" in properties);
  const alike = (name: string): boolean => {
    if (["style", "numPr"].includes(name) || (name === "ind" && inList)) return false;
    return (left?.[name as "rPr"] ?? "[]") === (right?.[name as "rPr"] ?? "[]");
  };
  const kept: Record<string, string> = {};
  for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const value = alike(name) ? old[name] : now[name];
    if (value !== undefined) kept[name] = value;
  }
  return [old, kept] as const;
}

const withStyle = ({ style, properties }: Paragraph): Record<string, string> => ({ style, ...properties });
