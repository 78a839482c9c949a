/** Changes as `--json` shows them: addresses as text, and what no format can show listed apart. */
import { formatAddress, type Address } from "../core/address/address.ts";
import type { Change } from "../core/change/change.ts";

export interface ChangeText extends Omit<Change, "address" | "beforeAddress"> {
  readonly address: string;
  readonly beforeAddress?: string;
}

export interface UnrenderedText {
  readonly id: string;
  readonly part: string;
  readonly kind: string;
}

/** What `--json` prints (lib/contracts/cli.ts). */
export interface DiffAnswer {
  readonly format: string;
  readonly complete: boolean;
  readonly before: { readonly path: string; readonly contentHash: string | null };
  readonly after: { readonly path: string; readonly contentHash: string | null };
  readonly changes: readonly ChangeText[];
  readonly unrendered: readonly UnrenderedText[];
}

/** `file` is set in a comparison of folders: it comes before the address. */
export function changesText(
  changes: readonly Change[],
  file?: string,
): { changes: ChangeText[]; unrendered: UnrenderedText[] } {
  const shown = changes.filter(({ facet }) => facet !== "unrendered");
  const rest = changes.filter(({ facet }) => facet === "unrendered");
  return {
    changes: shown.map((change) => changeText(change, file)),
    unrendered: rest.map(({ id, kind, address }) => ({ id, part: partText(address, file), kind })),
  };
}

/** The place of an insertion in the base is not shown: it is no range of lines. */
export function changeText({ id, kind, facet, address, beforeAddress, ...rest }: Change, file?: string): ChangeText {
  const before =
    beforeAddress === undefined || kind === "added" ? {} : { beforeAddress: addressText(beforeAddress, file) };
  return { id, kind, facet, address: addressText(address, file), ...before, ...rest };
}

/** The fragment of R7; in a folder, `path#fragment`. A place between lines is shown as the line above it, or the first. */
export function addressText(address: Address, file?: string): string {
  const between = address.kind === "lines" && address.from > address.to;
  const line = between ? Math.max(1, address.to) : 0;
  const fragment = formatAddress(between ? { kind: "lines", from: line, to: line } : address);
  if (file === undefined) return fragment;
  const own = file.replaceAll(/[%#?]/g, encodeURIComponent);
  return fragment === "" ? own : `${own}#${fragment}`;
}

function partText(address: Address, file?: string): string {
  const part = address.kind === "part" ? address.part : formatAddress(address);
  return file === undefined ? part : `${file}#${part}`;
}

export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
