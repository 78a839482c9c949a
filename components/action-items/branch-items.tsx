"use client";

import Link from "next/link";

import { useActionItems, useChangeActionItem } from "../../lib/client/action-items.ts";
import { problemOf } from "../../lib/client/problem-of.ts";
import type { ActionItemView } from "../../lib/contracts/action-items.ts";
import { FileName } from "../files/file-name.tsx";
import { placeWords } from "../inbox/entry-words.ts";
import { reviewHref } from "../review/review-address.ts";
import { PaneSection } from "../shell/pane-header.tsx";
import { Button } from "../ui/button.tsx";
import { notify } from "../ui/toast.tsx";

const SHOWN = 12;

/** What is open on the branch, by whom it is to be done. Nothing where nothing is. */
export function BranchItems(props: {
  readonly workspace: string;
  readonly branch: string;
  readonly readOnly: boolean;
}) {
  const { workspace, branch } = props;
  const open = useActionItems(workspace, branch).data?.items.filter(({ state }) => state === "open") ?? [];
  if (open.length === 0) return null;
  return (
    <PaneSection title={`To do on this branch (${open.length})`}>
      <ul className="mx-3 flex flex-col gap-1.5 text-sm">
        {open.slice(0, SHOWN).map((item) => (
          <Item key={item.id} {...props} item={item} />
        ))}
        {open.length > SHOWN ? <li className="text-ink-3 text-xs">and {open.length - SHOWN} more</li> : null}
      </ul>
    </PaneSection>
  );
}

interface ItemProps {
  readonly workspace: string;
  readonly branch: string;
  readonly readOnly: boolean;
  readonly item: ActionItemView;
}

function Item({ workspace, branch, readOnly, item }: ItemProps) {
  const change = useChangeActionItem(workspace, branch);
  const close = (state: "done" | "dismissed") =>
    change.mutate(
      { item: item.id, state },
      {
        onSuccess: () =>
          notify.done(state === "done" ? "Done" : "Dismissed", {
            description: item.title,
            action: { label: "Undo", run: () => change.mutate({ item: item.id, state: "open" }) },
          }),
        onError: (thrown) => notify.failed("Nothing was changed", { description: problemOf(thrown).detail }),
      },
    );
  return (
    <li className="border-line bg-sunken rounded-md border px-2.5 py-1.5">
      <FileName name={item.title} className="block" />
      <p className="text-ink-3 flex min-w-0 items-center gap-1 text-xs">
        <span className="shrink-0">for</span>
        {item.assignee === null ? <span className="shrink-0">the agent</span> : <FileName name={item.assignee.name} />}
        {item.path === null ? null : (
          <>
            <span aria-hidden>·</span>
            <Link
              href={reviewHref(workspace, branch, { path: item.path, change: item.changeId, thread: item.thread })}
              className="text-accent flex min-w-0 rounded-sm hover:underline"
            >
              <FileName name={placeWords(item.path, item.fragment ?? "")} />
            </Link>
          </>
        )}
      </p>
      {readOnly ? null : (
        <div className="-mx-2 flex">
          <Button variant="ghost" className="h-6 px-2 text-sm" busy={change.isPending} onClick={() => close("done")}>
            Mark done
          </Button>
          <Button
            variant="ghost"
            className="h-6 px-2 text-sm"
            busy={change.isPending}
            onClick={() => close("dismissed")}
          >
            Dismiss
          </Button>
        </div>
      )}
    </li>
  );
}
