"use client";

import { useState, type ReactNode } from "react";

import { useRevokeAgentToken } from "../../lib/client/settings.ts";
import type { AgentTokenView } from "../../lib/contracts/settings.ts";
import { visibleName } from "../files/visible-name.ts";
import { AlertDialog } from "../ui/alert-dialog.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Table, type Column } from "../ui/table.tsx";
import { notify } from "../ui/toast.tsx";
import { Age } from "../workspaces/age.tsx";
import { ROW_KEY } from "../workspaces/use-row-keys.ts";
import { untilWords } from "./until-words.ts";

export interface TokensTableProps {
  readonly slug: string;
  /** Id of who looks. */
  readonly me: string;
  readonly tokens: readonly AgentTokenView[];
  readonly empty: ReactNode;
}

export function TokensTable({ slug, me, tokens, empty }: TokensTableProps) {
  const [asking, setAsking] = useState<AgentTokenView | null>(null);
  const revoke = useRevokeAgentToken(slug);
  return (
    <>
      <Table
        caption="Agent tokens, newest first"
        columns={columnsOf(me, setAsking)}
        rows={tokens}
        rowKey={({ id }) => id}
        empty={empty}
      />
      {asking === null ? null : (
        <AlertDialog
          open
          danger
          title={`Revoke the token ${visibleName(asking.name)}?`}
          action="Revoke the token"
          busy={revoke.isPending}
          onOpenChange={(open) => {
            if (!open && !revoke.isPending) setAsking(null);
          }}
          onConfirm={() =>
            revoke.mutate(asking.id, {
              onSuccess: () => notify.done(`The token ${visibleName(asking.name)} was revoked`),
              onError: ({ problem }) => notify.failed(problem.title, { description: problem.detail }),
              onSettled: () => setAsking(null),
            })
          }
        >
          Its next call is refused. What was staged with it stays, and can be reviewed.
        </AlertDialog>
      )}
    </>
  );
}

function columnsOf(me: string, onRevoke: (token: AgentTokenView) => void): readonly Column<AgentTokenView>[] {
  return [
    {
      key: "name",
      header: "Token",
      cell: ({ name, prefix, state }) => (
        <span className="flex items-center gap-2.5 py-1">
          <Avatar name={visibleName(name)} kind="agent" />
          <span className="min-w-0">
            <span className="flex items-center gap-2">
              <bdi className={state === "active" ? "cut font-medium" : "cut text-ink-3 font-medium"}>
                {visibleName(name)}
              </bdi>
              {state === "active" ? null : <Badge>{state}</Badge>}
            </span>
            <span className="mono text-ink-3 block">{prefix}…</span>
          </span>
        </span>
      ),
    },
    {
      key: "scope",
      header: "Scope",
      width: "130px",
      cell: ({ scope }) => (scope === "read" ? "reads" : "reads and stages"),
    },
    {
      key: "person",
      header: "Works for",
      width: "170px",
      cell: ({ person }) => (
        <span className="flex items-center gap-2">
          <bdi className="cut">{visibleName(person.name)}</bdi>
          {person.id === me ? <Badge>you</Badge> : null}
        </span>
      ),
    },
    {
      key: "used",
      header: "Last used",
      width: "110px",
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? <span className="text-ink-3">never</span> : <Age at={lastUsedAt} />,
    },
    {
      key: "until",
      header: "Until",
      width: "150px",
      cell: ({ expiresAt }) =>
        expiresAt === null ? (
          <span className="text-ink-3">no end</span>
        ) : (
          <span className="whitespace-nowrap">{untilWords(expiresAt)}</span>
        ),
    },
    {
      key: "act",
      header: <span className="sr-only">Revoke</span>,
      width: "96px",
      align: "right",
      cell: (token) =>
        token.state === "revoked" ? null : (
          <Button
            {...ROW_KEY}
            variant="ghost"
            onClick={() => onRevoke(token)}
            aria-label={`Revoke the token ${visibleName(token.name)}…`}
          >
            Revoke…
          </Button>
        ),
    },
  ];
}
