/** Dates, times and durations from serial numbers. */
import type { Section } from "./display-sections.ts";

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const CODE = /\[h+\]|\[m+\]|\[s+\]|AM\/PM|A\/P|y+|m+|d+|h+|s+(?:\.0+)?|\.0+|[^]/gi;

export const isDateSection = (section: Section): boolean =>
  section.parts.some(
    (part) => part.kind === "code" && /[ymdhs]/i.test(part.text.replace(/general/gi, "")) && !/[#?]/.test(part.text),
  );

interface Piece {
  readonly literal: boolean;
  readonly text: string;
}

/** `null` where the number is no date: negative, or beyond the year 9999. */
export function formatDate(section: Section, serial: number, date1904: boolean): string | null {
  const pieces = section.parts.flatMap((part): Piece[] =>
    part.kind === "literal"
      ? [{ literal: true, text: part.text }]
      : (part.text.match(CODE) ?? []).map((text) => ({ literal: false, text })),
  );
  const duration = pieces.some((piece) => !piece.literal && piece.text.startsWith("["));
  if ((serial < 0 && !duration) || Math.abs(serial) > 2_958_466) return null;
  const fraction = Math.max(
    0,
    ...pieces.map((piece) => (piece.literal ? 0 : (/\.(0+)/.exec(piece.text)?.[1]?.length ?? 0))),
  );
  const unit = 10 ** Math.min(fraction, 3);
  const ticks = Math.round(serial * 86_400 * unit);
  const clock = clockOf(ticks, unit, date1904);
  const half = pieces.some((piece) => !piece.literal && /^(AM\/PM|A\/P)$/i.test(piece.text));
  return pieces.map((piece, at) => (piece.literal ? piece.text : write(piece.text, pieces, at, clock, half))).join("");
}

interface Clock {
  readonly date: Date;
  /** Days that never were, as the 1900 system has them: day 0, and the 29th of February on day 60. */
  readonly made: { readonly day: number; readonly month: number } | null;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
  readonly part: number;
  readonly unit: number;
  readonly total: number;
}

function clockOf(ticks: number, unit: number, date1904: boolean): Clock {
  const total = Math.floor(Math.abs(ticks) / unit);
  const days = Math.floor(total / 86_400);
  const shifted = date1904 ? days + 1_462 : days;
  const epoch = shifted < 60 ? shifted + 1 : shifted;
  const rest = total % 86_400;
  return {
    date: new Date((epoch - 25_569) * 86_400_000),
    made: date1904 ? null : days === 60 ? { day: 29, month: 1 } : days === 0 ? { day: 0, month: 0 } : null,
    hours: Math.floor(rest / 3600),
    minutes: Math.floor(rest / 60) % 60,
    seconds: rest % 60,
    part: Math.abs(ticks) % unit,
    unit,
    total,
  };
}

function write(code: string, pieces: readonly Piece[], at: number, clock: Clock, half: boolean): string {
  const lower = code.toLowerCase();
  const pad = (number: number, length: number) => String(number).padStart(length, "0");
  const twelve = clock.hours % 12 === 0 ? 12 : clock.hours % 12;
  if (lower.startsWith("[h")) return pad(Math.floor(clock.total / 3600), lower.length - 2);
  if (lower.startsWith("[m")) return pad(Math.floor(clock.total / 60), lower.length - 2);
  if (lower.startsWith("[s")) return pad(clock.total, lower.length - 2);
  if (lower === "am/pm") return clock.hours < 12 ? "AM" : "PM";
  if (lower === "a/p") return clock.hours < 12 ? "A" : "P";
  const year = clock.made === null ? clock.date.getUTCFullYear() : 1900;
  if (lower.startsWith("y")) return lower.length <= 2 ? pad(year % 100, 2) : String(year);
  if (lower.startsWith("h")) return pad(half ? twelve : clock.hours, Math.min(lower.length, 2));
  if (lower.startsWith("s"))
    return (
      pad(clock.seconds, Math.min(lower.split(".")[0]?.length ?? 1, 2)) +
      (lower.includes(".") ? partOf(clock, lower) : "")
    );
  if (/^\.0+$/.test(lower)) return partOf(clock, lower);
  if (lower.startsWith("d")) return dayText(lower.length, clock);
  if (lower.startsWith("m"))
    return isMinutes(pieces, at) ? pad(clock.minutes, Math.min(lower.length, 2)) : monthText(lower.length, clock);
  return code === "@" ? "" : code;
}

function partOf(clock: Clock, code: string): string {
  const places = code.split(".")[1]?.length ?? 0;
  return `.${String(clock.part)
    .padStart(String(clock.unit).length - 1, "0")
    .padEnd(places, "0")
    .slice(0, places)}`;
}

function dayText(length: number, { date, made }: Clock): string {
  const day = made?.day ?? date.getUTCDate();
  const name = DAYS[date.getUTCDay()] ?? "";
  return length === 1
    ? String(day)
    : length === 2
      ? String(day).padStart(2, "0")
      : length === 3
        ? name.slice(0, 3)
        : name;
}

function monthText(length: number, { date, made }: Clock): string {
  const month = made?.month ?? date.getUTCMonth();
  const name = MONTHS[month] ?? "";
  if (length <= 2) return String(month + 1).padStart(length, "0");
  return length === 3 ? name.slice(0, 3) : length === 5 ? name.slice(0, 1) : name;
}

/** `m` is minutes behind hours or in front of seconds. */
function isMinutes(pieces: readonly Piece[], at: number): boolean {
  const codes = (list: readonly Piece[]) => list.filter((piece) => !piece.literal && /^\[?[ymdhs]/i.test(piece.text));
  const before = codes(pieces.slice(0, at)).at(-1)?.text.toLowerCase() ?? "";
  const after = codes(pieces.slice(at + 1))[0]?.text.toLowerCase() ?? "";
  return before.startsWith("h") || before.startsWith("[h") || after.startsWith("s") || after.startsWith("[s");
}
