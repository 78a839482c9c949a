"use client";

import { Search } from "lucide-react";
import { useDeferredValue, useEffect, useRef, useState } from "react";

import { problemOf } from "../../lib/client/problem-of.ts";
import { useBranches } from "../../lib/client/queries.ts";
import { useSearch } from "../../lib/client/search.ts";
import { BranchSwitcher } from "../branches/branch-switcher.tsx";
import { visibleName } from "../files/visible-name.ts";
import { VersionPicker } from "../files/version-picker.tsx";
import { changeSearch, useSearch as useAddress } from "../shell/use-search.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { FIELD } from "../ui/text-field.tsx";
import { useShortcuts } from "../ui/use-shortcuts.ts";
import { cx } from "../ui/cx.ts";
import { useWorkspaceHere } from "../workspaces/workspace-context.tsx";
import { AcceptedVersion, WorkspaceShell } from "../workspaces/workspace-shell.tsx";
import { SearchResults } from "./search-results.tsx";

const PAUSE = 200;

/** Words in the files of one version, accepted or of a branch; what is asked stands in the address. */
export function SearchScreen() {
  const { slug } = useWorkspaceHere();
  const search = useAddress();
  const branches = useBranches(slug).data?.branches ?? [];
  const branch = branches.find(({ id }) => id === search.get("branch"));
  const t = search.get("t");
  const tree = search.get("tree");
  const asked = search.get("q") ?? "";
  const [typed, setTyped] = useState(asked);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (typed === asked) return;
    const timer = setTimeout(() => changeSearch({ q: typed || null }), PAUSE);
    return () => clearTimeout(timer);
    // Only what is typed is waited for.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [typed]);
  useShortcuts("Search", [
    { keys: "/", label: "Type what to look for", hint: "search", run: () => field.current?.focus() },
  ]);
  const version = { branch: search.get("branch"), t: t === null ? null : Number(t), tree };
  const found = useSearch(
    slug,
    { branch: version.branch ?? undefined, t: version.t ?? undefined, tree: tree ?? undefined },
    useDeferredValue(asked),
  );
  const where =
    version.branch === null
      ? tree === null
        ? "the accepted tree"
        : "an earlier accepted tree"
      : `${visibleName(branch?.name ?? "the branch")}${version.t === null ? "" : ` at point ${version.t}`}`;
  return (
    <WorkspaceShell
      here="search"
      {...(version.branch === null ? {} : { branchId: version.branch })}
      branch={
        <>
          <BranchSwitcher
            branches={branches}
            current={version.branch}
            onSelect={(next) => changeSearch({ branch: next?.id ?? null, t: null, tree: null })}
          />
          <VersionPicker
            slug={slug}
            branch={version.branch}
            t={version.t}
            tree={tree}
            onPick={(pick) => changeSearch({ t: pick.t === null ? null : String(pick.t), tree: pick.tree })}
          />
          {version.branch === null && tree === null ? <AcceptedVersion /> : null}
        </>
      }
      {...(found.data === undefined ? {} : { freshness: found.data.pages[0]?.freshness })}
      versions={
        branch === undefined ? undefined : { base: branch.base, current: branch.current, t: branch.version.t ?? 0 }
      }
    >
      <div className="bg-panel flex min-h-0 flex-1 flex-col">
        <form
          role="search"
          className="border-line border-b px-4 py-3"
          onSubmit={(event) => {
            event.preventDefault();
            changeSearch({ q: typed || null });
          }}
        >
          <div className="relative mx-auto max-w-[880px]">
            <Search
              size={14}
              aria-hidden
              className="text-ink-3 pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2"
            />
            <input
              ref={field}
              type="search"
              // The page is the box.
              autoFocus
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              aria-label={`Search in ${where}`}
              placeholder={`Search in ${where}`}
              spellCheck={false}
              autoComplete="off"
              maxLength={400}
              className={cx(FIELD, "h-9 pl-8 text-md")}
            />
          </div>
        </form>
        {asked.trim() === "" ? (
          <div className="grid flex-1 place-content-center">
            <Hints />
          </div>
        ) : found.data === undefined ? (
          found.error === null ? (
            <div className="mx-auto w-full max-w-[880px] pt-3">
              <SkeletonRows label="Searching" rows={12} height={40} />
            </div>
          ) : (
            <div className="grid flex-1 place-content-center">
              <ErrorState
                problem={problemOf(found.error)}
                retrying={found.isFetching}
                onRetry={() => void found.refetch()}
              />
            </div>
          )
        ) : (
          <SearchResults
            slug={slug}
            version={version}
            where={where}
            pages={found.data.pages}
            busy={found.isPlaceholderData}
            more={found.hasNextPage}
            loadingMore={found.isFetchingNextPage}
            onMore={() => void found.fetchNextPage()}
          />
        )}
      </div>
    </WorkspaceShell>
  );
}

const EXAMPLES = [
  ["net revenue", "both words, anywhere in a page, sheet or slide"],
  ['"net revenue retention"', "the words beside each other"],
  ["4.2", "a number as it is shown in a cell, on a page or in a line"],
  ["reten*", "words that begin so; so does the last word while you type"],
  ["margin -gross", "the first word without the second"],
] as const;

function Hints() {
  return (
    <EmptyState icon={Search} title="Find words in every file">
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-left">
        {EXAMPLES.map(([example, meaning]) => (
          <div key={example} className="contents">
            <dt className="mono text-ink whitespace-nowrap">{example}</dt>
            <dd className="text-ink-2">{meaning}</dd>
          </div>
        ))}
      </dl>
    </EmptyState>
  );
}
