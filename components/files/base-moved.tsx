import { fileAddress } from "../../lib/client/queries.ts";
import type { Problem } from "../../lib/contracts/problems.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { VersionStamp } from "../ui/version-stamp.tsx";
import { visibleName } from "./visible-name.ts";

export interface BaseMovedProps {
  readonly slug: string;
  readonly path: string;
  readonly branch: string;
  /** The 409, with the version that was named and the one that holds. */
  readonly problem: Problem;
  /** Stages the upload over what the branch holds now, which then counts as seen. */
  readonly onReplace: () => void;
  readonly onBack: () => void;
}

/** The branch holds another version than the one that was corrected. Nothing was overwritten: both are here to look at. */
export function BaseMoved({ slug, path, branch, problem, onReplace, onBack }: BaseMovedProps) {
  const { expected, found } = problem;
  return (
    <section role="alert" className="border-stale/40 flex flex-col gap-3 rounded-md border p-3">
      <div>
        <h3 className="text-stale font-semibold">
          <span aria-hidden>! </span>The base moved: nothing was changed
        </h3>
        <p className="text-ink-2 mt-0.5 text-sm">{problem.detail}</p>
      </div>
      <dl className="grid grid-cols-2 gap-3 text-sm">
        <Side slug={slug} path={path} hash={expected ?? null} title="You corrected" />
        <Side slug={slug} path={path} hash={found ?? null} title={`${visibleName(branch)} holds`} />
      </dl>
      <p className="text-ink-2 text-sm">
        Download what the branch holds, carry your correction over and upload that; or stage yours over it. The other
        version stays in the branch&rsquo;s journal, and the review shows what yours undoes.
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onBack}>Choose another file or branch</Button>
        <Button variant="no" onClick={onReplace}>
          {found === null || found === undefined ? "Stage as a new file" : `Stage over ${found.slice(0, 8)}`}
        </Button>
      </div>
    </section>
  );
}

interface SideProps {
  readonly slug: string;
  readonly path: string;
  readonly hash: string | null;
  readonly title: string;
}

function Side({ slug, path, hash, title }: SideProps) {
  return (
    <div className="border-line bg-sunken flex flex-col gap-2 rounded-md border px-3 py-2">
      <dt className="text-ink-3 text-xs">{title}</dt>
      <dd className="flex items-center justify-between gap-2">
        <VersionStamp hash={hash} of={title} />
        {hash === null ? null : (
          <a href={fileAddress(slug, path, hash)} download className={buttonClass()}>
            Download {hash.slice(0, 8)}
          </a>
        )}
      </dd>
    </div>
  );
}
