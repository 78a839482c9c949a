"use client";

import { MailPlus, Plus } from "lucide-react";
import { useRef, useState } from "react";

import { problemOf } from "../../lib/client/problem-of.ts";
import { useInvitations, useRevokeInvitation } from "../../lib/client/settings.ts";
import type { InvitationState, InvitationView } from "../../lib/contracts/settings.ts";
import { visibleName } from "../files/visible-name.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { plural } from "../ui/format.ts";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { Table, type Column } from "../ui/table.tsx";
import { notify } from "../ui/toast.tsx";
import { usePrintKeys, useShortcuts } from "../ui/use-shortcuts.ts";
import { Age } from "../workspaces/age.tsx";
import { ROW_KEY, useRowKeys } from "../workspaces/use-row-keys.ts";
import { useWorkspaceHere } from "../workspaces/workspace-context.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { Card, SettingsSection } from "./settings-section.tsx";
import { untilWords } from "./until-words.ts";
import { useAskedFor } from "./use-asked-for.ts";

/** Links that make their bearers members: open ones, and what became of the others. Owners only. */
export function InvitationsSection() {
  const { slug } = useWorkspaceHere();
  const list = useInvitations(slug, true);
  const [inviting, setInviting] = useAskedFor("new");
  const table = useRef<HTMLDivElement>(null);
  const print = usePrintKeys();
  const invite = () => setInviting(true);
  useShortcuts("Invitations", [{ keys: "N", label: "New invitation", hint: "new invitation", run: invite }]);
  useRowKeys("Invitations", "invitation", table);
  const invitations = list.data?.pages.flatMap((page) => page.invitations);
  const open = invitations?.filter(({ state }) => state === "open").length ?? 0;
  return (
    <SettingsSection
      title="Invitations"
      detail={
        invitations === undefined
          ? "\u00a0"
          : `${plural(open, "open link")}. A link makes one person a member, once; only its hash is kept.`
      }
      actions={
        <Button variant="primary" icon={<Plus size={14} aria-hidden />} kbd={print("N")} onClick={invite}>
          New invitation
        </Button>
      }
    >
      <div ref={table}>
        <Card>
          {invitations === undefined ? (
            list.error === null ? (
              <div className="pt-[30px]">
                <SkeletonRows label="Loading the invitations" rows={3} height={36} />
              </div>
            ) : (
              <ErrorState
                problem={problemOf(list.error)}
                retrying={list.isFetching}
                onRetry={() => void list.refetch()}
              />
            )
          ) : (
            <InvitationsTable slug={slug} invitations={invitations} onInvite={invite} />
          )}
        </Card>
      </div>
      {list.hasNextPage ? (
        <div className="flex justify-center">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show older invitations
          </Button>
        </div>
      ) : null}
      {inviting ? <InviteDialog slug={slug} onClose={() => setInviting(false)} /> : null}
    </SettingsSection>
  );
}

const STATES: Readonly<Record<InvitationState, { readonly tone: Tone; readonly word: string }>> = {
  open: { tone: "accent", word: "open" },
  used: { tone: "added", word: "✓ used" },
  expired: { tone: "neutral", word: "expired" },
  revoked: { tone: "neutral", word: "revoked" },
};

interface InvitationsTableProps {
  readonly slug: string;
  readonly invitations: readonly InvitationView[];
  readonly onInvite: () => void;
}

function InvitationsTable({ slug, invitations, onInvite }: InvitationsTableProps) {
  const [asking, setAsking] = useState<string | null>(null);
  const revoke = useRevokeInvitation(slug);
  const act = (id: string) =>
    revoke.mutate(id, {
      onSuccess: () => notify.done("The invitation was revoked", { description: "Its link opens nothing any more." }),
      onError: ({ problem }) => notify.failed(problem.title, { description: problem.detail }),
      onSettled: () => setAsking(null),
    });
  const columns: readonly Column<InvitationView>[] = [
    {
      key: "for",
      header: "For",
      cell: ({ email, usedBy }) =>
        usedBy === null ? (
          email === null ? (
            <span className="text-ink-3">whoever holds the link</span>
          ) : (
            <bdi className="cut">{visibleName(email)}</bdi>
          )
        ) : (
          <>
            <bdi className="font-medium">{visibleName(usedBy.name)}</bdi>
            {email === null ? null : <bdi className="text-ink-3"> {visibleName(email)}</bdi>}
          </>
        ),
    },
    { key: "role", header: "As", width: "110px", cell: ({ role }) => role },
    {
      key: "state",
      header: "State",
      width: "100px",
      cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].word}</Badge>,
    },
    {
      key: "by",
      header: "Made",
      width: "210px",
      cell: ({ by, createdAt }) => (
        <span className="whitespace-nowrap">
          <bdi>{visibleName(by.name)}</bdi>{" "}
          <span className="text-ink-3">
            <Age at={createdAt} />
          </span>
        </span>
      ),
    },
    {
      key: "until",
      header: "Until",
      width: "150px",
      cell: ({ expiresAt }) => <span className="whitespace-nowrap">{untilWords(expiresAt)}</span>,
    },
    {
      key: "act",
      header: <span className="sr-only">Revoke</span>,
      width: "150px",
      align: "right",
      cell: ({ id, state, email, role }) =>
        state !== "open" ? (
          <span className="block h-7" />
        ) : (
          <Button
            {...ROW_KEY}
            variant={asking === id ? "no" : "ghost"}
            busy={revoke.isPending && revoke.variables === id}
            onClick={() => (asking === id ? act(id) : setAsking(id))}
            onBlur={() => setAsking((now) => (now === id ? null : now))}
            aria-label={`${asking === id ? "Really revoke" : "Revoke"} the invitation ${email === null ? `as ${role}` : `for ${visibleName(email)}`}`}
          >
            {asking === id ? "Really revoke" : "Revoke"}
          </Button>
        ),
    },
  ];
  return (
    <Table
      caption="Invitations, newest first"
      columns={columns}
      rows={invitations}
      rowKey={({ id }) => id}
      empty={
        <EmptyState
          icon={MailPlus}
          title="Nobody was invited yet"
          action={
            <Button variant="primary" onClick={onInvite}>
              Make the first invitation
            </Button>
          }
        >
          Accounts are only made by invitation. You send the link yourself; this server sends no mail.
        </EmptyState>
      }
    />
  );
}
