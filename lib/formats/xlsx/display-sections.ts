/** A number format taken apart: its sections, and each section as literals and codes (ECMA-376 part 1, 18.8.31). */
export interface SectionPart {
  readonly kind: "literal" | "code";
  readonly text: string;
}

export interface Section {
  readonly parts: readonly SectionPart[];
  /** A negative number in this section has its minus written. */
  readonly showsSign: boolean;
}

interface ParsedSection {
  readonly parts: readonly SectionPart[];
  readonly condition: { readonly operator: string; readonly operand: number } | null;
}

const TOKEN = /"([^"]*)"?|\\([^])|_([^])|\*([^])|\[([^\]]*)\]|(general)|(AM\/PM|A\/P)|([^])/gi;
const kept = new Map<string, readonly ParsedSection[]>();

/** The section for a value; `null` where the format has none for it (text in a number format). */
export function pickSection(format: string, value: number | string): Section | null {
  const sections = parseFormat(format);
  if (typeof value === "string") {
    const text =
      sections.length >= 4
        ? sections[3]
        : sections.find((section) => section.parts.some((part) => part.kind === "code" && part.text === "@"));
    return text === undefined ? null : { parts: text.parts, showsSign: false };
  }
  const numeric = sections.slice(0, 3);
  const [first, second, third] = numeric;
  if (first === undefined) return null;
  const conditional = numeric.find((section) => section.condition !== null && holds(section.condition, value));
  if (conditional !== undefined) return { parts: conditional.parts, showsSign: value < 0 };
  if (numeric.some((section) => section.condition !== null)) {
    const fallback = numeric.find((section) => section.condition === null) ?? numeric.at(-1) ?? first;
    return { parts: fallback.parts, showsSign: value < 0 };
  }
  if (value < 0 && second !== undefined) return { parts: second.parts, showsSign: false };
  if (value === 0 && third !== undefined) return { parts: third.parts, showsSign: false };
  return { parts: first.parts, showsSign: true };
}

function holds({ operator, operand }: { operator: string; operand: number }, value: number): boolean {
  switch (operator) {
    case "<":
      return value < operand;
    case "<=":
      return value <= operand;
    case ">":
      return value > operand;
    case ">=":
      return value >= operand;
    case "<>":
      return value !== operand;
    default:
      return value === operand;
  }
}

function parseFormat(format: string): readonly ParsedSection[] {
  const known = kept.get(format);
  if (known !== undefined) return known;
  const sections = splitSections(format).map(parseSection);
  if (kept.size > 2_000) kept.clear();
  kept.set(format, sections);
  return sections;
}

function splitSections(format: string): string[] {
  const sections: string[] = [""];
  for (const match of format.matchAll(/"[^"]*"?|\\[^]|\[[^\]]*\]|[^]/g)) {
    if (match[0] === ";") sections.push("");
    else sections.push((sections.pop() ?? "") + match[0]);
  }
  return sections;
}

function parseSection(text: string): ParsedSection {
  const parts: SectionPart[] = [];
  let condition: ParsedSection["condition"] = null;
  const push = (kind: SectionPart["kind"], piece: string) => {
    const last = parts.at(-1);
    if (last?.kind === kind) parts[parts.length - 1] = { kind, text: last.text + piece };
    else parts.push({ kind, text: piece });
  };
  for (const [, quoted, escaped, space, , bracket, word, half, other = ""] of text.matchAll(TOKEN)) {
    if (quoted !== undefined) push("literal", quoted);
    else if (escaped !== undefined) push("literal", escaped);
    else if (space !== undefined) push("literal", " ");
    else if (bracket !== undefined) {
      const test = /^([<>]=?|=|<>)(-?[\d.]+)$/.exec(bracket);
      if (test !== null) condition = { operator: test[1] ?? "=", operand: Number(test[2]) };
      else if (bracket.startsWith("$")) push("literal", bracket.slice(1).split("-")[0] ?? "");
      else if (/^(h+|m+|s+)$/i.test(bracket)) push("code", `[${bracket.toLowerCase()}]`);
    } else if (word !== undefined || half !== undefined) push("code", word ?? half ?? "");
    else if (/[$()+\-: !^&'~{}=<>€£¥]/.test(other))
      push(/[+-]/.test(other) && /E$/.test(parts.at(-1)?.text ?? "") ? "code" : "literal", other);
    else if (other !== "") push("code", other);
  }
  return { parts, condition };
}
