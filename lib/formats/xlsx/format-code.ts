/**
 * One spelling of a number format (ECMA-376 part 1, 18.8.31): `\,\ ` and `", "` show the same, and so do characters that
 * need no quoting with or without it. Codes keep their order and case. Linear in the text.
 */
const TOKEN = /"([^"]*)"?|\\([^])|([_*][^]|\[[^\]]*\]?)|([^])/g;
/** Shown as they are wherever they stand. */
const PLAIN = new Set(" ()+-$");

const kept = new Map<string, string>();
const MAX_KEPT = 5_000;

export function plainFormatCode(code: string): string {
  if (!/["\\]/.test(code)) return code;
  const known = kept.get(code);
  if (known !== undefined) return known;
  const made = spelled(code);
  if (kept.size >= MAX_KEPT) kept.clear();
  if (code.length < 1_000) kept.set(code, made);
  return made;
}

function spelled(code: string): string {
  let out = "";
  let quoted = "";
  const close = () => {
    if (quoted !== "") out += `"${quoted}"`;
    quoted = "";
  };
  const literal = (character: string) => {
    const afterExponent = quoted === "" && /e$/i.test(out);
    if (character === '"') {
      close();
      out += '\\"';
    } else if (PLAIN.has(character) && !afterExponent) {
      close();
      out += character;
    } else quoted += character;
  };
  for (const [, inQuotes, escaped, whole, single] of code.matchAll(TOKEN)) {
    if (inQuotes !== undefined) for (const character of inQuotes) literal(character);
    else if (escaped !== undefined) literal(escaped);
    else {
      close();
      out += whole ?? single ?? "";
    }
  }
  close();
  return out;
}
