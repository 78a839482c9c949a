/** Small notebooks for tests, written as Jupyter does: sorted names, one space, a newline at the end. */
import { formatAddress } from "../../../core/address/address.ts";
import type { Change } from "../../../core/change/change.ts";
import { DEFAULT_LIMITS, defaultWork } from "../../format.ts";
import { memorySource } from "../../memory-source.ts";
import { mergeFiles } from "../../merge.ts";
import { ipynbFormat } from "../index.ts";

export interface TestCell {
  readonly type?: "code" | "markdown";
  readonly id?: string;
  readonly source: string;
  readonly outputs?: readonly unknown[];
  readonly count?: number | null;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly attachments?: Readonly<Record<string, unknown>>;
}

/** The same cells as programs wrote them before version 4.5. */
export const withoutIds = (cells: readonly TestCell[]): TestCell[] =>
  cells.map(
    (cell) => Object.fromEntries(Object.entries(cell).filter(([name]) => name !== "id")) as unknown as TestCell,
  );

export const stream = (text: string) => ({ name: "stdout", output_type: "stream", text: lines(text) });
export const lines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

export function notebook(cells: readonly TestCell[], metadata: unknown = { kernelspec: { name: "python3" } }): string {
  const written = cells.map(
    ({ type = "code", id, source, outputs = [], count = null, metadata: own = {}, attachments }) => ({
      ...(attachments ? { attachments } : {}),
      cell_type: type,
      ...(type === "code" ? { execution_count: count } : {}),
      ...(id === undefined ? {} : { id }),
      metadata: own,
      ...(type === "code" ? { outputs } : {}),
      source: lines(source),
    }),
  );
  const minor = cells.some(({ id }) => id !== undefined) ? 5 : 4;
  return `${JSON.stringify({ cells: written, metadata, nbformat: 4, nbformat_minor: minor }, null, 1)}\n`;
}

export const source = (text: string | Uint8Array) => memorySource("n.ipynb", Buffer.from(text));

export async function changesOf(before: string, after: string): Promise<readonly Change[]> {
  const [left, right] = [
    await ipynbFormat.read(source(before), DEFAULT_LIMITS),
    await ipynbFormat.read(source(after), DEFAULT_LIMITS),
  ];
  if (!left.ok || !right.ok) throw new Error(JSON.stringify(left.ok ? right : left));
  return ipynbFormat.diff(left.value, right.value, defaultWork()).changes;
}

/** Kind, facet and place of each change. */
export const told = async (before: string, after: string): Promise<string[]> =>
  (await changesOf(before, after)).map(
    ({ kind, facet, address, beforeAddress }) =>
      `${kind} ${facet} ${formatAddress(address)}${beforeAddress ? ` from ${formatAddress(beforeAddress)}` : ""}`,
  );

export async function taken(before: string, after: string, pick: (change: Change) => boolean): Promise<string> {
  const chosen = (await changesOf(before, after)).filter(pick).map(({ id }) => id);
  const result = await ipynbFormat.apply(source(before), source(after), chosen);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return Buffer.from(result.value).toString("utf8");
}

export async function merge(base: string, accepted: string, staged: string) {
  const { merged, conflicts } = await mergeFiles(source(base), source(accepted), source(staged));
  return {
    text: merged === null ? "" : Buffer.from(merged).toString("utf8"),
    conflicts: conflicts.map(({ address }) => formatAddress(address)),
  };
}
