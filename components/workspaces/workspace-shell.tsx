"use client";

import { UserRound } from "lucide-react";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";

import { useFreshness } from "../../lib/client/records.ts";
import { useSignOut } from "../auth/session-calls.ts";
import { visibleName } from "../files/visible-name.ts";
import { sectionAddress } from "../settings/sections.ts";
import { usePresence, usePresenceBeat } from "../../lib/client/presence.ts";
import { hereWords, othersHere } from "../presence/here-now.ts";
import { LiveNotices } from "../presence/live-notices.tsx";
import { AppShell, type SidePane } from "../shell/app-shell.tsx";
import type { PaneLayout } from "../shell/layout-cookie.ts";
import { TopBar, type TopBarProps } from "../shell/top-bar.tsx";
import { UserMenu } from "../shell/user-menu.tsx";
import { Chip } from "../ui/chip.tsx";
import { plural } from "../ui/format.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { VersionStamp } from "../ui/version-stamp.tsx";
import { ConnectionState } from "./connection-state.tsx";
import { GoTo } from "./go-to.tsx";
import { useWorkspaceHere } from "./workspace-context.tsx";
import { placeLabel, WorkspaceNav, type Place } from "./workspace-nav.tsx";

export interface WorkspaceShellProps extends Pick<
  TopBarProps,
  "actions" | "branch" | "freshness" | "people" | "stale" | "versions"
> {
  readonly here: Place;
  /** Id of the branch that the page is about: Review in the navigation leads to it. */
  readonly branchId?: string;
  /** The file that is looked at: others see who is on it. */
  readonly path?: string | null;
  readonly left?: SidePane;
  readonly right?: SidePane;
  readonly mainLabel?: string;
  readonly layout?: PaneLayout | undefined;
  /** Before the state of the connection in the footer. */
  readonly status?: ReactNode;
  readonly children: ReactNode;
}

/** Every page of a workspace: where one is, which version is shown, the way to the other places. */
export function WorkspaceShell(props: WorkspaceShellProps) {
  const { here, branchId, path = null, left, right, mainLabel, layout, status, children, branch, ...bar } = props;
  const { slug, workspace, me, connection } = useWorkspaceHere();
  usePresenceBeat(slug, branchId ?? null, path);
  const others = othersHere(usePresence(slug), me?.id, branchId ?? null);
  const words = hereWords(others, path);
  // Of the branch that the page is about, or of the accepted tree; a page that shows another version says so itself.
  const freshness = useFreshness(slug, { branch: branchId }).data?.counts;
  return (
    <AppShell
      top={
        <TopBar
          freshness={freshness}
          people={[...new Set(others.map(({ name }) => visibleName(name)))]}
          {...bar}
          crumbs={workspace === undefined ? [] : [{ label: visibleName(workspace.name) }]}
          branch={
            <>
              {workspace === undefined ? <Skeleton className="h-3 w-28" /> : null}
              <WorkspaceNav slug={slug} here={here} branch={branchId} full={branch !== undefined} />
              {branch ?? <AcceptedVersion />}
            </>
          }
          menu={<OwnMenu />}
        />
      }
      {...(left === undefined ? {} : { left })}
      {...(right === undefined ? {} : { right })}
      {...(mainLabel === undefined ? {} : { mainLabel })}
      layout={fitting(layout, left !== undefined, right !== undefined)}
      status={
        <span className="inline-flex gap-3">
          {status}
          {words === null ? null : <bdi>{words}</bdi>}
          <ConnectionState connection={connection} />
        </span>
      }
    >
      <h1 className="sr-only">{placeLabel(here)}</h1>
      {children}
      <LiveNotices workspace={slug} branch={branchId} me={me?.id} />
      <GoTo slug={slug} />
    </AppShell>
  );
}

/** Widths that were kept on a page with other panes are none for this one. */
function fitting(layout: PaneLayout | undefined, left: boolean, right: boolean): PaneLayout | undefined {
  if (layout === undefined) return undefined;
  const panes = ["main", ...(left ? ["left"] : []), ...(right ? ["right"] : [])];
  const kept = Object.keys(layout);
  return kept.length === panes.length && panes.every((pane) => pane in layout) ? layout : undefined;
}

/** V3 where the page is about no branch: which accepted tree. */
export function AcceptedVersion() {
  const { workspace } = useWorkspaceHere();
  if (workspace === undefined) return <Skeleton className="h-6 w-40 rounded-md" />;
  return (
    <Chip title={plural(workspace.head, "promotion so far", "promotions so far")}>
      <span className="text-ink-3">accepted</span>
      <VersionStamp hash={workspace.treeHash} of="accepted tree" />
      <span className="text-ink-3">
        {workspace.head === 0 ? "nothing promoted yet" : `after promotion ${workspace.head}`}
      </span>
    </Chip>
  );
}

function OwnMenu() {
  const { me, slug } = useWorkspaceHere();
  const router = useRouter();
  const signOut = useSignOut();
  if (me === undefined)
    return (
      <span className="overflow-hidden rounded-full">
        <Skeleton className="size-7" />
      </span>
    );
  const account = () => router.push(sectionAddress(slug, "account"));
  return (
    <UserMenu
      name={me.name}
      email={me.email}
      entries={[{ label: "Your account", icon: UserRound, onSelect: account }]}
      onSignOut={() => signOut.mutate()}
    />
  );
}
