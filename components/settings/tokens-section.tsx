"use client";

import { Bot, Plus } from "lucide-react";
import { useRef, useState } from "react";

import { problemOf } from "../../lib/client/problem-of.ts";
import { useAgentTokens } from "../../lib/client/settings.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { plural } from "../ui/format.ts";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { usePrintKeys, useShortcuts } from "../ui/use-shortcuts.ts";
import { useRowKeys } from "../workspaces/use-row-keys.ts";
import { useWorkspaceHere } from "../workspaces/workspace-context.tsx";
import { Card, SettingsSection } from "./settings-section.tsx";
import { TokenDialog } from "./token-dialog.tsx";
import { TokensTable } from "./tokens-table.tsx";

/** Agents and command lines that work for a person here. They read or stage; what is official, people decide (M7). */
export function TokensSection() {
  const { slug, workspace, me } = useWorkspaceHere();
  const list = useAgentTokens(slug);
  const [making, setMaking] = useState(false);
  const table = useRef<HTMLDivElement>(null);
  const print = usePrintKeys();
  const make = () => setMaking(true);
  useShortcuts("Agent tokens", [{ keys: "N", label: "New agent token", hint: "new token", run: make }]);
  useRowKeys("Agent tokens", "token", table);
  const tokens = list.data?.tokens;
  const active = tokens?.filter(({ state }) => state === "active").length ?? 0;
  return (
    <SettingsSection
      title="Agent tokens"
      detail={
        tokens === undefined
          ? "\u00a0"
          : `${plural(active, "active token")}${workspace?.role === "owner" ? " of all members" : " of yours"}. They read, or read and stage; they never decide, promote or change settings.`
      }
      actions={
        <Button variant="primary" icon={<Plus size={14} aria-hidden />} kbd={print("N")} onClick={make}>
          New token
        </Button>
      }
    >
      <div ref={table}>
        <Card>
          {tokens === undefined ? (
            list.error === null ? (
              <div className="pt-[30px]">
                <SkeletonRows label="Loading the tokens" rows={3} height={50} />
              </div>
            ) : (
              <ErrorState
                problem={problemOf(list.error)}
                retrying={list.isFetching}
                onRetry={() => void list.refetch()}
              />
            )
          ) : (
            <TokensTable
              slug={slug}
              me={me?.id ?? ""}
              tokens={tokens}
              empty={
                <EmptyState
                  icon={Bot}
                  title="No agent token yet"
                  action={
                    <Button variant="primary" onClick={make}>
                      Make the first token
                    </Button>
                  }
                >
                  With a token an agent or a script calls the API for you: it reads this workspace, or stages on chat
                  branches of yours. What it did is listed under its name.
                </EmptyState>
              }
            />
          )}
        </Card>
      </div>
      {making && workspace !== undefined ? (
        <TokenDialog slug={slug} role={workspace.role} onClose={() => setMaking(false)} />
      ) : null}
    </SettingsSection>
  );
}
