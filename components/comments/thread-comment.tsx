"use client";

import { Ellipsis } from "lucide-react";
import { useState } from "react";

import { problemOf } from "../../lib/client/problem-of.ts";
import { useChangeComment } from "../../lib/client/threads.ts";
import type { Person } from "../../lib/contracts/common.ts";
import type { CommentView } from "../../lib/contracts/threads.ts";
import { FileName } from "../files/file-name.tsx";
import { AlertDialog } from "../ui/alert-dialog.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { Menu } from "../ui/menu.tsx";
import { notify } from "../ui/toast.tsx";
import { Age } from "../workspaces/age.tsx";
import { CommentText } from "./comment-text.tsx";
import { toDraft, toStored } from "./mention-draft.ts";
import { MentionField } from "./mention-field.tsx";

export interface ThreadCommentProps {
  readonly workspace: string;
  readonly branch: string | null;
  readonly thread: string;
  readonly comment: CommentView;
  readonly people: readonly Person[];
  /** It is this person's, and may be changed. */
  readonly own: boolean;
}

/** One comment; its author edits or deletes it. */
export function ThreadComment({ workspace, branch, thread, comment, people, own }: ThreadCommentProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const change = useChangeComment(workspace, branch);
  const known = [...people, ...comment.mentions];
  const save = (text: string | null) =>
    change.mutate(
      { thread, comment: comment.id, text },
      {
        onSuccess: () => {
          setDraft(null);
          setAsking(false);
        },
        onError: (thrown) => {
          setAsking(false);
          notify.failed("The comment was not changed", { description: problemOf(thrown).detail });
        },
      },
    );
  const send = () => {
    if (draft !== null && draft.trim() !== "") save(toStored(draft, known));
  };
  return (
    <>
      <div className="flex h-5 min-w-0 items-center gap-1.5">
        <Avatar name={comment.author.name} size="small" />
        <FileName name={comment.author.name} className="font-semibold" />
        <span className="text-ink-3 shrink-0 text-xs">
          <Age at={comment.at} />
          {comment.editedAt === null || comment.text === null ? null : ", edited"}
        </span>
        <span className="flex-1" />
        {own && comment.text !== null && draft === null ? (
          <Menu
            align="end"
            trigger={
              <button
                type="button"
                aria-label="Change your comment"
                className="text-ink-3 hover:bg-hover hover:text-ink grid size-6 shrink-0 place-items-center rounded-sm"
              >
                <Ellipsis size={14} aria-hidden />
              </button>
            }
            groups={[
              {
                entries: [
                  { label: "Edit your comment", onSelect: () => setDraft(toDraft(comment.text ?? "", known)) },
                  { label: "Delete your comment", danger: true, onSelect: () => setAsking(true) },
                ],
              },
            ]}
          />
        ) : null}
      </div>
      {draft !== null ? (
        <div className="mt-1 flex flex-col gap-1.5">
          <MentionField
            label="Edit your comment"
            placeholder="Your comment"
            value={draft}
            onChange={setDraft}
            people={people}
            onSend={send}
            onEscape={() => setDraft(null)}
            autoFocus
          />
          <div className="flex justify-end gap-1.5">
            <Button variant="ghost" className="h-6 text-sm" onClick={() => setDraft(null)}>
              Cancel
            </Button>
            <Button className="h-6 text-sm" busy={change.isPending} disabled={draft.trim() === ""} onClick={send}>
              Save comment
            </Button>
          </div>
        </div>
      ) : comment.text === null ? (
        <p className="text-ink-3 italic">This comment was deleted.</p>
      ) : (
        <CommentText text={comment.text} people={comment.mentions} />
      )}
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title="Delete your comment?"
        action="Delete comment"
        danger
        busy={change.isPending}
        onConfirm={() => save(null)}
      >
        <p>Its text is gone for good. Its place in the thread stays, so that the replies still answer to something.</p>
      </AlertDialog>
    </>
  );
}
