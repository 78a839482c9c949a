import type { ImportProposal } from "../../lib/contracts/workspaces.ts";
import { FileName, FilePath } from "../files/file-name.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { formatBytes, groupDigits, plural } from "../ui/format.ts";
import { VersionStamp } from "../ui/version-stamp.tsx";

export interface ImportReviewProps {
  readonly proposal: ImportProposal;
  readonly confirmed: boolean;
  readonly onConfirm: (confirmed: boolean) => void;
}

/** V4: what would be imported, under which names, and what would not; nothing is made before it is confirmed. */
export function ImportReview({ proposal, confirmed, onConfirm }: ImportReviewProps) {
  const { files, bytes, renames, refused, treeHash } = proposal;
  return (
    <div className="flex flex-col gap-4">
      <dl className="border-line bg-sunken grid grid-cols-4 gap-x-4 rounded-md border px-3 py-2 text-sm">
        <Fact term="Files">{groupDigits(files)}</Fact>
        <Fact term="Size">{formatBytes(bytes)}</Fact>
        <Fact term="Left out">{groupDigits(refused.length)}</Fact>
        <Fact term="Tree">
          <VersionStamp hash={treeHash} of="proposed tree" />
        </Fact>
      </dl>
      {renames.length === 0 ? (
        <p className="text-ink-2 text-sm">Every name can stay as it is.</p>
      ) : (
        <section className="flex flex-col gap-2">
          <h3 className="text-md font-semibold">{plural(renames.length, "name")} would change</h3>
          <ul className="border-line max-h-44 overflow-auto rounded-md border text-sm">
            {renames.map(({ from, to, reason }) => (
              <li key={from} className="border-line border-b px-3 py-1.5 last:border-b-0">
                <span className="flex min-w-0 items-center gap-2">
                  <FileName name={from} className="text-ink-3 max-w-1/2 line-through" />
                  <span aria-label="becomes" className="text-ink-3 shrink-0">
                    →
                  </span>
                  <FileName name={to} className="font-medium" />
                </span>
                <span className="text-ink-3 block text-xs">{reason}</span>
              </li>
            ))}
          </ul>
          <Checkbox checked={confirmed} onChange={onConfirm}>
            Import under {renames.length === 1 ? "this new name" : `these ${groupDigits(renames.length)} new names`}
          </Checkbox>
        </section>
      )}
      {refused.length === 0 ? null : (
        <section className="flex flex-col gap-2">
          <h3 className="text-md font-semibold">{plural(refused.length, "entry", "entries")} would be left out</h3>
          <ul className="border-line max-h-36 overflow-auto rounded-md border text-sm">
            {refused.map(({ path, reason }) => (
              <li key={path} className="border-line flex items-baseline gap-3 border-b px-3 py-1.5 last:border-b-0">
                <FilePath path={path} className="flex-1" />
                <span className="text-ink-3 shrink-0 text-xs">{reason}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Fact({ term, children }: { readonly term: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-ink-3 text-xs">{term}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}
