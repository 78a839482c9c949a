import { mediaAddress } from "../../lib/client/queries.ts";
import type { CutText, NotebookOutput } from "../../lib/contracts/notebook-view.ts";
import { visibleText } from "../files/visible-name.ts";
import { cx } from "../ui/cx.ts";
import { groupDigits, plural } from "../ui/format.ts";

/** Where pictures of a version come from. */
export interface MediaSource {
  readonly workspace: string;
  readonly path: string;
  readonly contentHash: string;
}

export interface OutputsViewProps {
  readonly outputs: readonly NotebookOutput[];
  /** Outputs past the ceiling. */
  readonly left: number;
  readonly media: MediaSource | null;
}

/** Outputs as words, tables and pictures; nothing of them is markup. */
export function OutputsView({ outputs, left, media }: OutputsViewProps) {
  if (outputs.length === 0 && left === 0) return <p className="text-ink-3 px-3 py-1.5 text-sm">No output</p>;
  return (
    <div className="divide-line divide-y">
      {outputs.map((output, n) => (
        <div key={n} className="px-3 py-1.5">
          <OutputView output={output} media={media} />
        </div>
      ))}
      {left === 0 ? null : <p className="text-stale px-3 py-1.5 text-sm">{plural(left, "more output")} not drawn</p>}
    </div>
  );
}

function OutputView({ output, media }: { readonly output: NotebookOutput; readonly media: MediaSource | null }) {
  switch (output.kind) {
    case "stream":
      return <Words text={output.text} {...(output.name === "stderr" ? { name: "stderr", tone: "text-stale" } : {})} />;
    case "text":
      return <Words text={output.text} {...(output.mime === "text/plain" ? {} : { name: output.mime })} />;
    case "json":
      return <Words text={output.text} name="JSON" />;
    case "error":
      return (
        <div>
          <p className="text-removed text-sm font-medium">
            <span aria-hidden>✕ </span>
            <bdi>
              {visibleText(output.name)}: {visibleText(output.message)}
            </bdi>
          </p>
          <Words text={output.trace} tone="text-ink-2" />
        </div>
      );
    case "table":
      return <TableWords output={output} />;
    case "picture":
      return media === null ? null : <Picture output={output} media={media} />;
    case "other":
      return (
        <p className="text-ink-3 text-sm">
          {visibleText(output.mime)}, {plural(output.characters, "character")}: not drawn
        </p>
      );
  }
}

function Words({ text, name, tone = "" }: { readonly text: CutText; readonly name?: string; readonly tone?: string }) {
  return (
    <>
      {name === undefined ? null : <p className="text-ink-3 text-xs">{name}</p>}
      <pre className={cx("mono max-h-[420px] overflow-auto text-[12px] leading-[18px] whitespace-pre-wrap", tone)}>
        <bdi>{visibleText(text.text)}</bdi>
        {text.left === 0 ? null : (
          <span className="text-stale block">… {groupDigits(text.left)} more characters not drawn</span>
        )}
      </pre>
    </>
  );
}

function TableWords({ output }: { readonly output: Extract<NotebookOutput, { kind: "table" }> }) {
  return (
    <div className="max-h-[420px] overflow-auto">
      <table className="text-sm">
        <tbody>
          {output.rows.map((row, n) => (
            <tr key={n} className="border-line border-b last:border-b-0">
              {row.map((cell, k) =>
                cell.head ? (
                  <th key={k} scope={n === 0 ? "col" : "row"} className="px-2 py-0.5 text-left font-semibold">
                    <bdi>{visibleText(cell.text)}</bdi>
                  </th>
                ) : (
                  <td key={k} className="px-2 py-0.5 tabular-nums">
                    <bdi>{visibleText(cell.text)}</bdi>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {output.rowsLeft === 0 ? null : (
        <p className="text-stale text-sm">{plural(output.rowsLeft, "more row")} not drawn</p>
      )}
    </div>
  );
}

function Picture({
  output,
  media,
}: {
  readonly output: Extract<NotebookOutput, { kind: "picture" }>;
  readonly media: MediaSource;
}) {
  return (
    <img
      src={mediaAddress(media.workspace, media.path, media.contentHash, output.part)}
      alt={output.alt === "" ? "Picture without a description" : visibleText(output.alt)}
      loading="lazy"
      className="border-line bg-sunken text-ink-3 max-h-[420px] max-w-full rounded-sm border object-contain text-xs"
    />
  );
}

/** Outputs that are text alone are compared line by line; null: they are not. */
export function outputsText(outputs: readonly NotebookOutput[]): string | null {
  const texts: string[] = [];
  for (const output of outputs)
    if (output.kind === "stream" || output.kind === "text" || output.kind === "json") texts.push(output.text.text);
    else if (output.kind === "error") texts.push(`${output.name}: ${output.message}\n${output.trace.text}`);
    else return null;
  return texts.join("\n");
}
