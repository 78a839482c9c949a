"use client";

import { FilePlus2, Package } from "lucide-react";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useMemo, useState } from "react";

import { problemOf } from "../../lib/client/problem-of.ts";
import { archiveAddress, useBranches, useHistory } from "../../lib/client/queries.ts";
import { BranchSwitcher } from "../branches/branch-switcher.tsx";
import type { PaneLayout } from "../shell/layout-cookie.ts";
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
import { FilePage } from "./file-page.tsx";
import { versionsOf } from "./file-versions.ts";
import { FilesTree } from "./files-tree.tsx";
import { TreePage } from "./tree-page.tsx";
import { differences } from "./tree-differences.ts";
import { UploadDialog, type KnownVersion } from "./upload-dialog.tsx";
import { useWholeTree } from "./use-whole-tree.ts";
import { visibleName } from "./visible-name.ts";

/** The tree of the accepted version, of a branch, or of any earlier version; what is shown stands in the address. */
export function FilesScreen({ layout }: { readonly layout?: PaneLayout | undefined }) {
  const { slug, workspace, me } = useWorkspaceHere();
  const at = useAddress();
  const branches = useBranches(slug).data?.branches ?? [];
  const shown = useWholeTree(slug, { branch: at.branch ?? undefined, tree: at.tree ?? undefined });
  const accepted = useWholeTree(slug, {});
  const promotions = useHistory(slug).data?.promotions;
  const [upload, setUpload] = useState<"none" | "add" | "correct">("none");

  const branch = branches.find(({ id }) => id === at.branch);
  const compared = useMemo(
    () => (shown.data === undefined ? undefined : differences(shown.data.entries, accepted.data?.entries ?? [])),
    [shown.data, accepted.data],
  );
  const entry = compared?.entries.find(({ path }) => path === at.path);
  const versions = useMemo(
    () => (entry === undefined ? [] : versionsOf(entry.path, entry.acceptedHash, promotions ?? [])),
    [entry, promotions],
  );
  const refused = workspace === undefined ? null : whyNot(workspace.role, "stage");
  const hash = entry?.contentHash ?? null;
  const treeHash = shown.data?.version.treeHash;
  const shownOn =
    at.branch !== null
      ? visibleName(branch?.name ?? "the branch")
      : at.tree === null
        ? "the accepted tree"
        : "an earlier version";
  const old = at.tree !== null && at.branch === null;

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
            onSelect={(next) => at.go({ branch: next?.id ?? null, tree: null })}
          />
          {branch !== undefined ? null : old ? <EarlierVersion hash={at.tree} /> : <AcceptedVersion />}
        </>
      }
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
            disabled={refused !== null || old}
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
            onSelect={(path) => at.go({ path })}
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
      ) : entry === undefined ? (
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
          entry={{ ...entry, contentHash: hash }}
          shownOn={shownOn}
          reviewHref={
            at.branch === null
              ? null
              : `/w/${encodeURIComponent(slug)}/branches/${encodeURIComponent(at.branch)}/review?${new URLSearchParams({ path: entry.path }).toString()}`
          }
          versions={versions}
          refused={refused}
          onUpload={() => setUpload("correct")}
        />
      )}
      {upload === "none" || me === undefined ? null : (
        <UploadDialog
          slug={slug}
          path={upload === "add" ? null : (entry?.path ?? null)}
          versions={upload === "add" || hash === null ? [] : knownVersions(hash, shownOn, versions)}
          branches={branches.filter(({ kind }) => kind !== "evaluation")}
          me={me.id}
          shownBranch={at.branch}
          dropped={null}
          onClose={() => setUpload("none")}
        />
      )}
    </WorkspaceShell>
  );
}

/** What is shown first, then what was promoted, each version once. */
function knownVersions(shown: string, on: string, versions: ReturnType<typeof versionsOf>): readonly KnownVersion[] {
  const known: KnownVersion[] = [{ hash: shown, label: `shown now, ${on}` }];
  for (const { hash, promotion } of versions) {
    if (known.some((other) => other.hash === hash)) continue;
    known.push({ hash, label: promotion === null ? "the import" : `${promotion.kind} ${promotion.number}` });
  }
  return known;
}

function EarlierVersion({ hash }: { readonly hash: string }) {
  return (
    <Chip>
      <span className="text-stale">earlier version</span>
      <VersionStamp hash={hash} of="shown tree" />
    </Chip>
  );
}

interface Address {
  readonly branch: string | null;
  readonly tree: string | null;
  readonly path: string | null;
  /** Only what is given changes; null takes it out. A file chosen replaces the entry of the browser's history. */
  readonly go: (change: Readonly<Partial<Record<"branch" | "path" | "tree", string | null>>>) => void;
}

function useAddress(): Address {
  const router = useRouter();
  const pathname = usePathname();
  const search = useSearchParams();
  return {
    branch: search.get("branch"),
    tree: search.get("tree"),
    path: search.get("path"),
    go: (change) => {
      const next = new URLSearchParams(search);
      for (const [key, value] of Object.entries(change)) {
        if (value === null) next.delete(key);
        else next.set(key, value);
      }
      const address = next.size === 0 ? pathname : `${pathname}?${next.toString()}`;
      if ("branch" in change) router.push(address);
      else window.history.replaceState(null, "", address);
    },
  };
}
