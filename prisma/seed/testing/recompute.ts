/**
 * Works out every formula of a workbook anew, and compares with the cached values.
 *
 * A second opinion on the demo's workbooks: shares no code with the scripts that made them. Knows the operators
 * + - * / = < >, the functions SUM, MAX, IF and ROUND, references across sheets and names of one cell; anything else throws.
 * Evaluates by recursion without caching, which is enough for a few hundred formulas.
 */
import * as XLSX from "@e965/xlsx";

type Value = number | string;

/** `wrong` names each cell whose cached value is off by more than one part in 10^12. */
export function recompute(book: XLSX.WorkBook): { checked: number; wrong: string[] } {
  const wrong: string[] = [];
  let checked = 0;
  for (const sheet of book.SheetNames) {
    for (const [ref, cell] of Object.entries(book.Sheets[sheet] ?? {}) as [string, XLSX.CellObject][]) {
      if (ref.startsWith("!") || cell.f === undefined) continue;
      checked += 1;
      const result = evaluate(book, sheet, cell.f);
      if (!same(result, cell.v as Value)) wrong.push(`${sheet}!${ref}: cached ${String(cell.v)}, is ${result}`);
    }
  }
  return { checked, wrong };
}

/** What a cell's formula gives, or the value that was typed: of workbooks without cached values. */
export function calculated(book: XLSX.WorkBook, sheet: string, ref: string): number {
  const cell = book.Sheets[sheet]?.[ref] as XLSX.CellObject | undefined;
  return Number(cell?.f === undefined ? cell?.v : evaluate(book, sheet, cell.f));
}

function same(a: Value, b: Value): boolean {
  if (typeof a === "string" || typeof b === "string") return a === b;
  return Math.abs(a - b) <= 1e-12 * Math.max(1, Math.abs(a));
}

function evaluate(book: XLSX.WorkBook, sheet: string, formula: string): Value {
  const reader = new FormulaReader(book, sheet, formula.match(TOKEN) ?? []);
  const result = reader.comparison();
  if (reader.rest().length > 0) throw new Error(`Not understood: ${reader.rest().join(" ")} in ${formula}`);
  return result;
}

const TOKEN = /"[^"]*"|(?:'[^']+'!|\w+!)?\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?|[A-Za-z_]\w*|\d+(?:\.\d+)?|\S/g;

class FormulaReader {
  private position = 0;
  private readonly book: XLSX.WorkBook;
  private readonly sheet: string;
  private readonly tokens: readonly string[];

  constructor(book: XLSX.WorkBook, sheet: string, tokens: readonly string[]) {
    this.book = book;
    this.sheet = sheet;
    this.tokens = tokens;
  }

  rest(): readonly string[] {
    return this.tokens.slice(this.position);
  }

  comparison(): Value {
    const left = this.sum();
    if (this.take("=")) return left === this.sum() ? 1 : 0;
    if (this.take("<")) return left < this.sum() ? 1 : 0;
    if (this.take(">")) return left > this.sum() ? 1 : 0;
    return left;
  }

  private sum(): Value {
    let total = this.product();
    for (;;) {
      if (this.take("+")) total = Number(total) + Number(this.product());
      else if (this.take("-")) total = Number(total) - Number(this.product());
      else return total;
    }
  }

  private product(): Value {
    let total = this.unary();
    for (;;) {
      if (this.take("*")) total = Number(total) * Number(this.unary());
      else if (this.take("/")) total = Number(total) / Number(this.unary());
      else return total;
    }
  }

  private unary(): Value {
    return this.take("-") ? -Number(this.unary()) : this.operand();
  }

  private operand(): Value {
    const token = this.next();
    if (token === "(") {
      const inner = this.comparison();
      this.expect(")");
      return inner;
    }
    if (token.startsWith('"')) return token.slice(1, -1);
    if (/^\d/.test(token)) return Number(token);
    if (this.take("(")) return this.call(token);
    if (/\d$/.test(token)) return this.cells(token)[0] ?? 0;
    const name = this.book.Workbook?.Names?.find((found) => found.Name === token);
    if (!name) throw new Error(`Unknown name: ${token}`);
    return this.cells(name.Ref)[0] ?? 0;
  }

  private call(name: string): Value {
    const given: Value[][] = [];
    do given.push(this.argument());
    while (this.take(","));
    this.expect(")");
    const flat = given.flat().filter((value) => typeof value === "number");
    if (name === "SUM") return flat.reduce((sum, value) => sum + value, 0);
    if (name === "MAX") return Math.max(...flat);
    if (name === "IF") return given[given[0]?.[0] ? 1 : 2]?.[0] ?? 0;
    if (name === "ROUND") return Math.round((flat[0] ?? 0) * 10 ** (flat[1] ?? 0)) / 10 ** (flat[1] ?? 0) + 0;
    throw new Error(`Unknown function: ${name}`);
  }

  private argument(): Value[] {
    return this.tokens[this.position]?.includes(":") ? this.cells(this.next()) : [this.comparison()];
  }

  /** The values of a reference, row by row; empty cells are left out. */
  private cells(reference: string): Value[] {
    const [on, area] = reference.includes("!") ? reference.split("!") : [this.sheet, reference];
    const sheet = (on ?? "").replaceAll("'", "");
    const range = XLSX.utils.decode_range((area ?? "").replaceAll("$", ""));
    const values: Value[] = [];
    for (let r = range.s.r; r <= range.e.r; r += 1) {
      for (let c = range.s.c; c <= range.e.c; c += 1) {
        const cell = this.book.Sheets[sheet]?.[XLSX.utils.encode_cell({ r, c })] as XLSX.CellObject | undefined;
        if (cell?.f !== undefined) values.push(evaluate(this.book, sheet, cell.f));
        else if (cell?.v !== undefined) values.push(cell.v as Value);
      }
    }
    return values;
  }

  private next(): string {
    const token = this.tokens[this.position];
    if (token === undefined) throw new Error(`Ends too early: ${this.tokens.join(" ")}`);
    this.position += 1;
    return token;
  }

  private take(token: string): boolean {
    if (this.tokens[this.position] !== token) return false;
    this.position += 1;
    return true;
  }

  private expect(token: string): void {
    if (!this.take(token)) throw new Error(`Expected ${token} in ${this.tokens.join(" ")}`);
  }
}
