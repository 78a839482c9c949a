"use client";

import { useCreateActionItem } from "../../lib/client/action-items.ts";
import { problemOf } from "../../lib/client/problem-of.ts";
import { useBranch } from "../../lib/client/queries.ts";
import type { FileDiffView } from "../../lib/contracts/changes.ts";
import { groupDigits } from "../ui/format.ts";
import { notify } from "../ui/toast.tsx";
import { useWorkspaceHere } from "../workspaces/workspace-context.tsx";
import { RejectDialog } from "./reject-dialog.tsx";

interface Target {
  readonly label: string;
  readonly count: number;
  readonly ids: readonly string[];
}

export interface RejectWithReasonProps {
  readonly branch: string;
  readonly diff: FileDiffView;
  readonly target: Target;
  readonly onAct: (act: {
    readonly ids: readonly string[];
    readonly verdict: "reject";
    readonly reason: string;
    readonly then?: () => void;
  }) => void;
  readonly onClose: () => void;
}

const TITLE = 200;

/** Rejects what is selected with a reason; what the agent is asked becomes an action item once it is rejected. */
export function RejectWithReason({ branch, diff, target, onAct, onClose }: RejectWithReasonProps) {
  const { slug } = useWorkspaceHere();
  const agent = useBranch(slug, branch).data?.kind === "chat";
  const create = useCreateActionItem(slug, branch);
  const scope = target.count > 1 ? `${groupDigits(target.count)} in ${target.label}` : target.label;
  const ask = (reason: string) => {
    const change = diff.changes.find(({ id }) => target.ids.includes(id));
    const { path, before, after } = diff.file;
    const contentHash = change?.kind === "removed" ? (before ?? after) : (after ?? before);
    const line = Array.from(reason.split("\n")[0] ?? "");
    create.mutate(
      {
        title: line.length <= TITLE ? line.join("") : `${line.slice(0, TITLE - 1).join("")}…`,
        body: `Rejected: ${scope} of ${path}.\n\n${reason}`,
        assignee: "agent",
        path,
        ...(contentHash === null ? {} : { contentHash, fragment: change?.address ?? "" }),
        ...(change === undefined ? {} : { changeId: change.id }),
      },
      {
        onSuccess: () => notify.done(`Rejected ${scope}, and asked the agent`),
        onError: (thrown) =>
          notify.failed("Rejected, but the agent was not asked", { description: problemOf(thrown).detail }),
      },
    );
  };
  return (
    <RejectDialog
      scope={scope}
      agent={agent}
      onClose={onClose}
      onReject={(reason, asked) => {
        onAct({ ids: target.ids, verdict: "reject", reason, ...(asked ? { then: () => ask(reason) } : {}) });
        onClose();
      }}
    />
  );
}
