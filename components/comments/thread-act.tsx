"use client";

import { ListPlus } from "lucide-react";

import { useCreateActionItem } from "../../lib/client/action-items.ts";
import { problemOf } from "../../lib/client/problem-of.ts";
import type { Person } from "../../lib/contracts/common.ts";
import type { CreateActionItem } from "../../lib/contracts/action-items.ts";
import type { ThreadView } from "../../lib/contracts/threads.ts";
import { visibleName } from "../files/visible-name.ts";
import { Button } from "../ui/button.tsx";
import { Menu } from "../ui/menu.tsx";
import { notify } from "../ui/toast.tsx";
import { toDraft } from "./mention-draft.ts";

const TITLE = 200;

/** Makes something to do of a thread: for the branch's agent, or for a member. */
export function ThreadAct({
  workspace,
  branch,
  thread,
  people,
  agent,
}: {
  readonly workspace: string;
  readonly branch: string;
  readonly thread: ThreadView;
  readonly people: readonly Person[];
  readonly agent: boolean;
}) {
  const create = useCreateActionItem(workspace, branch);
  const give = (assignee: CreateActionItem["assignee"], who: string) => {
    const { place, anchor } = thread;
    const at =
      place.state === "here"
        ? {
            ...{ path: place.path, contentHash: place.contentHash, fragment: place.fragment },
            ...(place.changeId === null ? {} : { changeId: place.changeId }),
          }
        : { path: anchor.path, contentHash: anchor.contentHash, fragment: anchor.fragment };
    create.mutate(
      { title: titleOf(thread, people), assignee, thread: thread.id, ...at },
      {
        onSuccess: () => notify.done(`Given to ${who}`),
        onError: (thrown) => notify.failed("No action item was made", { description: problemOf(thrown).detail }),
      },
    );
  };
  return (
    <Menu
      trigger={
        <Button
          variant="ghost"
          className="h-6 px-2 text-sm"
          busy={create.isPending}
          icon={<ListPlus size={13} aria-hidden />}
        >
          To do for…
        </Button>
      }
      groups={[
        ...(agent
          ? [{ entries: [{ label: "The branch’s agent", onSelect: () => give("agent", "the branch’s agent") }] }]
          : []),
        {
          heading: "Members",
          entries: people.map(({ id, name }) => ({
            label: visibleName(name),
            onSelect: () => give({ person: id }, visibleName(name)),
          })),
        },
      ]}
    />
  );
}

/** The first line that stands, cut. */
function titleOf({ comments }: ThreadView, people: readonly Person[]): string {
  const said = comments.find(({ text }) => text !== null);
  const line = Array.from(toDraft(said?.text ?? "", [...people, ...(said?.mentions ?? [])]).split("\n")[0] ?? "");
  const text = line.length <= TITLE ? line.join("") : `${line.slice(0, TITLE - 1).join("")}…`;
  return text.trim() === "" ? "Look at this thread" : text;
}
