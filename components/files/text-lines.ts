/** Bytes of a text file as lines: UTF-8, or UTF-16 where its mark says so; else Latin-1, which every byte is. */
const MAX_LINE = 20_000;

/** @param cut there is more of the file: its last character may be a part of one */
export function linesOfText(bytes: Uint8Array, cut = false): readonly string[] {
  const lines = decoded(bytes, cut).split(/\r\n|\n|\r/u);
  if (lines.length > 1 && lines.at(-1) === "") lines.pop();
  return lines.map((line) => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)} …` : line));
}

function decoded(bytes: Uint8Array, cut: boolean): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: cut });
  } catch {
    return new TextDecoder("latin1").decode(bytes);
  }
}
