/** Outlines of shapes: the name of a preset with its adjustments, or a path of its own (ECMA-376 part 1, 20.1.9). */
import { attribute, childElement, type XmlElement } from "../../ooxml/xml-tree.ts";
import { elementsOf } from "../shape.ts";
import type { ShapeView } from "./types.ts";

const MAX_COMMANDS = 5_000;

export function geometryOf(properties: XmlElement | undefined): Pick<ShapeView, "geometry" | "adjust" | "path"> {
  const preset = childElement(properties, "prstGeom");
  if (preset !== undefined) {
    const name = attribute(preset, "prst") ?? "rect";
    const adjust = adjustments(childElement(preset, "avLst"));
    return { geometry: name.slice(0, 60), ...(adjust.length === 0 ? {} : { adjust }) };
  }
  const custom = childElement(properties, "custGeom");
  const path = custom === undefined ? undefined : customPath(custom);
  return path === undefined ? {} : { geometry: "custom", path };
}

function adjustments(list: XmlElement | undefined): number[] {
  if (list === undefined) return [];
  return elementsOf(list)
    .slice(0, 10)
    .map((guide) => Number((attribute(guide, "fmla") ?? "").replace(/^val\s+/, "")) || 0);
}

/** Undefined where it uses what is not computed here. */
function customPath(custom: XmlElement): ShapeView["path"] {
  const list = childElement(custom, "pathLst");
  const paths = list === undefined ? [] : elementsOf(list);
  const [first] = paths;
  if (first === undefined) return undefined;
  const size = (name: string) => Number(attribute(first, name) ?? 0);
  const [width, height] = [size("w"), size("h")];
  if (!(width >= 0) || !(height >= 0) || width + height === 0) return undefined;
  const same = paths.filter(
    (path) => Number(attribute(path, "w")) === width && Number(attribute(path, "h")) === height,
  );
  const writer = new PathWriter(width, height);
  for (const path of same) for (const command of elementsOf(path)) if (!writer.add(command)) return undefined;
  return { width, height, d: writer.text() };
}

type Point = readonly [number, number];

class PathWriter {
  readonly #width: number;
  readonly #height: number;
  readonly #parts: string[] = [];
  #at: Point = [0, 0];

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
  }

  text(): string {
    return this.#parts.join("");
  }

  /** False where a command is not understood. */
  add(command: XmlElement): boolean {
    if (this.#parts.length >= MAX_COMMANDS) return false;
    if (command.name === "close") return this.#write("Z", []);
    if (command.name === "arcTo") return this.#arc(command);
    const letter = { moveTo: "M", lnTo: "L", cubicBezTo: "C", quadBezTo: "Q" }[command.name];
    const points = elementsOf(command).map((point) => this.#point(point));
    const wanted = { M: 1, L: 1, C: 3, Q: 2 }[letter ?? ""];
    if (letter === undefined || points.length !== wanted || points.some((point) => point === null)) return false;
    return this.#write(letter, points as Point[]);
  }

  #write(letter: string, points: readonly Point[]): boolean {
    this.#parts.push(letter + points.map(([x, y]) => `${short(x)} ${short(y)}`).join(" "));
    this.#at = points.at(-1) ?? this.#at;
    return true;
  }

  /** An arc of an ellipse from where the pen is; angles in 60,000ths of a degree. */
  #arc(command: XmlElement): boolean {
    const value = (name: string) => this.#value(attribute(command, name));
    const [rx, ry, start, swing] = [value("wR"), value("hR"), value("stAng"), value("swAng")];
    if (rx === null || ry === null || start === null || swing === null) return false;
    const radians = (angle: number) => (angle / 60_000 / 180) * Math.PI;
    const full = Math.abs(swing) >= 21_600_000;
    const [from, to] = [radians(start), radians(start + (full ? Math.sign(swing) * 21_599_000 : swing))];
    const [x, y] = [this.#at[0] - rx * Math.cos(from), this.#at[1] - ry * Math.sin(from)];
    const end: Point = [x + rx * Math.cos(to), y + ry * Math.sin(to)];
    const [large, sweep] = [Math.abs(swing) > 10_800_000 ? 1 : 0, swing > 0 ? 1 : 0];
    this.#parts.push(`A${short(rx)} ${short(ry)} 0 ${large} ${sweep} ${short(end[0])} ${short(end[1])}`);
    this.#at = end;
    return true;
  }

  #point(element: XmlElement): Point | null {
    const [x, y] = [this.#value(attribute(element, "x")), this.#value(attribute(element, "y"))];
    return x === null || y === null ? null : [x, y];
  }

  /** A number, or one of the guides that every shape has. */
  #value(text: string | undefined): number | null {
    const [w, h] = [this.#width, this.#height];
    const guides: Readonly<Record<string, number>> = {
      l: 0,
      t: 0,
      r: w,
      b: h,
      w,
      h,
      hc: w / 2,
      vc: h / 2,
      wd2: w / 2,
      hd2: h / 2,
    };
    if (text === undefined) return null;
    const value = guides[text] ?? Number(text);
    return Number.isFinite(value) && text.trim() !== "" && Math.abs(value) < 1e10 ? value : null;
  }
}

const short = (value: number): string => String(Math.round(value * 100) / 100);
