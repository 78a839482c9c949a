"use client";

import { FilePlus2, Package } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { useMemo, useState } from "react";

import { problemOf } from "../../lib/client/problem-of.ts";
import { archiveAddress, useBranches } from "../../lib/client/queries.ts";
import { useFileHistory, useFreshness } from "../../lib/client/records.ts";
import { BranchSwitcher } from "../branches/branch-switcher.tsx";
import type { PaneLayout } from "../shell/layout-cookie.ts";
import { changeSearch, useSearch } from "../shell/use-search.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { useShortcuts } from "../ui/use-shortcuts.ts";
import { VersionStamp } from "../ui/version-stamp.tsx";
import { whyNot } from "../workspaces/roles.ts";
import { useWorkspaceHere } from "../workspaces/workspace-context.tsx";
import { AcceptedVersion, WorkspaceShell } from "../workspaces/workspace-shell.tsx";
import { FilePage, type FileView } from "./file-page.tsx";
import { versionsOfSteps, type StepVersion } from "./file-steps.ts";
import { FilesTree } from "./files-tree.tsx";
import { TreePage } from "./tree-page.tsx";
import { differences } from "./tree-differences.ts";
import { UploadDialog, type KnownVersion, type UploadDialogProps } from "./upload-dialog.tsx";
import { useWholeTree } from "./use-whole-tree.ts";
import { VersionPicker } from "./version-picker.tsx";
import { visibleName } from "./visible-name.ts";

/** The tree of the accepted version, of a branch, or of any earlier version; what is shown stands in the address. */
export function FilesScreen({ layout }: { readonly layout?: PaneLayout | undefined }) {
  const { slug, workspace, me } = useWorkspaceHere();
  const at = useAddress();
  const branches = useBranches(slug).data?.branches ?? [];
  const which = { branch: at.branch ?? undefined, t: at.t ?? undefined, tree: at.tree ?? undefined };
  const shown = useWholeTree(slug, which);
  const accepted = useWholeTree(slug, {});
  const [upload, setUpload] = useState<"none" | "add" | "correct">("none");

  const branch = branches.find(({ id }) => id === at.branch);
  const compared = useMemo(
    () => (shown.data === undefined ? undefined : differences(shown.data.entries, accepted.data?.entries ?? [])),
    [shown.data, accepted.data],
  );
  const entry = compared?.entries.find(({ path }) => path === at.path);
  const refused = workspace === undefined ? null : whyNot(workspace.role, "stage");
  const hash = at.v ?? entry?.contentHash ?? null;
  const freshness = useFreshness(slug, which).data;
  const treeHash = shown.data?.version.treeHash;
  const shownOn =
    at.branch !== null
      ? visibleName(branch?.name ?? "the branch")
      : at.tree === null
        ? "the accepted tree"
        : "an earlier version";
  const old = at.tree !== null && at.branch === null;
  const past = old || at.t !== null;

  useShortcuts("Files", [
    {
      keys: "D",
      label: "Download the file",
      hint: "download",
      enabled: hash !== null,
      run: () => document.querySelector<HTMLAnchorElement>("a[data-act=download]")?.click(),
    },
    {
      keys: "U",
      label: "Upload a corrected version",
      hint: "upload corrected",
      enabled: hash !== null && refused === null,
      run: () => setUpload("correct"),
    },
  ]);

  return (
    <WorkspaceShell
      here="files"
      layout={layout}
      {...(at.branch === null ? {} : { branchId: at.branch })}
      branch={
        <>
          <BranchSwitcher
            branches={branches}
            current={at.branch}
            onSelect={(next) => at.go({ branch: next?.id ?? null, t: null, tree: null, v: null })}
          />
          <VersionPicker
            slug={slug}
            branch={at.branch}
            t={at.t}
            tree={at.tree}
            onPick={({ t, tree }) => at.go({ t: t === null ? null : String(t), tree, v: null })}
          />
          {branch !== undefined ? null : old ? <EarlierVersion hash={at.tree} /> : <AcceptedVersion />}
        </>
      }
      {...(freshness === undefined ? {} : { freshness: freshness.counts })}
      versions={
        branch === undefined ? undefined : { base: branch.base, current: branch.current, t: branch.version.t ?? 0 }
      }
      stale={
        branch === undefined
          ? undefined
          : {
              count: branch.stale,
              href: `/w/${encodeURIComponent(slug)}/branches/${encodeURIComponent(branch.id)}/stale`,
            }
      }
      actions={
        <>
          <Button
            icon={<FilePlus2 size={13} aria-hidden />}
            onClick={() => setUpload("add")}
            disabled={refused !== null || past}
            {...(refused === null ? {} : { title: refused })}
          >
            Add a file…
          </Button>
          {treeHash === undefined ? null : (
            <a
              href={archiveAddress(slug, { ...(at.branch === null ? {} : { branch: at.branch }), tree: treeHash })}
              download
              className={buttonClass()}
            >
              <Package size={13} aria-hidden />
              Zip of this tree
            </a>
          )}
        </>
      }
      left={{
        label: "Files",
        content: (
          <FilesTree
            differences={compared}
            selected={at.path}
            onSelect={(path) => at.go({ path, v: null, with: null, find: null, thread: null })}
            notCurrent={freshness?.others}
            marked={at.branch !== null || old}
            failed={shown.error !== null}
          />
        ),
      }}
    >
      {shown.data === undefined ? (
        shown.error === null ? (
          <div className="bg-panel flex-1 pt-10">
            <SkeletonRows label="Loading the files" />
          </div>
        ) : (
          <div className="bg-panel grid flex-1 place-content-center">
            {" "}
            <ErrorState
              problem={problemOf(shown.error)}
              retrying={shown.isFetching}
              onRetry={() => void shown.refetch()}
            />
          </div>
        )
      ) : at.path === null ? (
        <TreePage
          branch={at.branch}
          tree={shown.data}
          shownOn={shownOn}
          onAdd={refused === null ? () => setUpload("add") : null}
        />
      ) : entry === undefined && at.v === null ? (
        <EmptyState
          title="Not in this version"
          action={<Button onClick={() => at.go({ path: null })}>Show the whole tree</Button>}
        >
          {visibleName(at.path)} is not a path of {shownOn}. It may have been moved or deleted there, or not be there
          yet.
        </EmptyState>
      ) : hash === null ? (
        <EmptyState title="An empty folder">Empty folders are kept as they are.</EmptyState>
      ) : (
        <FilePage
          slug={slug}
          which={which}
          file={{
            path: at.path,
            contentHash: hash,
            size: entry?.contentHash === hash ? entry.size : null,
            inTree: entry?.contentHash ?? null,
            accepted:
              entry?.acceptedHash ?? accepted.data?.entries.find(({ path }) => path === at.path)?.contentHash ?? null,
          }}
          find={at.find}
          agent={branch?.kind === "chat"}
          thread={at.thread}
          shownOn={shownOn}
          view={at.view}
          onView={(view) => at.go({ view: view === "both" ? null : view })}
          onVersion={(v) => at.go({ v })}
          compareWith={at.with}
          onCompare={(before, after) => at.go({ view: "compare", with: before, v: after })}
          reviewHref={
            at.branch === null
              ? null
              : `/w/${encodeURIComponent(slug)}/branches/${encodeURIComponent(at.branch)}/review?${new URLSearchParams({ path: at.path }).toString()}`
          }
          refused={refused}
          onUpload={() => setUpload("correct")}
        />
      )}
      {upload === "none" || me === undefined ? null : (
        <Upload
          slug={slug}
          path={upload === "add" ? null : at.path}
          shown={hash}
          shownOn={shownOn}
          branches={branches.filter(({ kind }) => kind !== "evaluation")}
          me={me.id}
          shownBranch={at.branch}
          onClose={() => setUpload("none")}
        />
      )}
    </WorkspaceShell>
  );
}

interface UploadProps extends Pick<UploadDialogProps, "branches" | "me" | "onClose" | "path" | "shownBranch" | "slug"> {
  readonly shown: string | null;
  readonly shownOn: string;
}

/** Any version that the file had may be what the correction was made from. */
function Upload({ shown, shownOn, ...props }: UploadProps) {
  const history = useFileHistory(props.slug, {}, props.path);
  const versions = versionsOfSteps(history.data?.steps ?? []);
  return (
    <UploadDialog
      {...props}
      versions={props.path === null || shown === null ? [] : knownVersions(shown, shownOn, versions)}
      dropped={null}
    />
  );
}

/** What is shown first, then every other one, newest first. */
const knownVersions = (shown: string, on: string, versions: readonly StepVersion[]): readonly KnownVersion[] => [
  { hash: shown, label: `shown now, ${on}` },
  ...versions.filter(({ hash }) => hash !== shown).map(({ hash, label }) => ({ hash, label })),
];

function EarlierVersion({ hash }: { readonly hash: string }) {
  return (
    <Chip>
      <span className="text-stale">earlier version</span>
      <VersionStamp hash={hash} of="shown tree" />
    </Chip>
  );
}

type Field = "branch" | "find" | "path" | "t" | "thread" | "tree" | "v" | "view" | "with";

interface Address {
  readonly branch: string | null;
  readonly t: number | null;
  readonly tree: string | null;
  readonly path: string | null;
  /** A version of the file, where it is not the one of the tree. */
  readonly v: string | null;
  /** Words to look for from the named place on. */
  readonly find: string | null;
  readonly view: FileView;
  readonly thread: string | null;
  /** What the shown version is compared with. */
  readonly with: string | null;
  /** Only what is given changes; null takes it out. Another file or view replaces the entry of the browser's history. */
  readonly go: (change: Readonly<Partial<Record<Field, string | null>>>) => void;
}

const VIEWS: readonly string[] = ["preview", "text", "comments", "history", "compare"];

function useAddress(): Address {
  const router = useRouter();
  const pathname = usePathname();
  const search = useSearch();
  const [t, view] = [search.get("t"), search.get("view") ?? ""];
  return {
    branch: search.get("branch"),
    t: t !== null && /^\d{1,9}$/u.test(t) ? Number(t) : null,
    tree: search.get("tree"),
    path: search.get("path"),
    v: search.get("v"),
    find: search.get("find"),
    thread: search.get("thread"),
    view: VIEWS.includes(view) ? (view as FileView) : "both",
    with: search.get("with"),
    go: (change) => {
      // The place in the file stays where the file stays.
      const leavesPlace = "path" in change || "branch" in change;
      if (!("branch" in change)) {
        changeSearch(change, { leavesPlace });
        return;
      }
      const next = new URLSearchParams(search);
      for (const [key, value] of Object.entries(change)) {
        if (value === null) next.delete(key);
        else next.set(key, value);
      }
      router.push(next.size === 0 ? pathname : `${pathname}?${next.toString()}`);
    },
  };
}
