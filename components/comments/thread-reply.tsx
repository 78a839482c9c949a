"use client";

import { useState } from "react";

import { problemOf } from "../../lib/client/problem-of.ts";
import { useReply } from "../../lib/client/threads.ts";
import type { Person } from "../../lib/contracts/common.ts";
import { Button } from "../ui/button.tsx";
import { notify } from "../ui/toast.tsx";
import { usePrintKeys } from "../ui/use-shortcuts.ts";
import { toStored } from "./mention-draft.ts";
import { MentionField } from "./mention-field.tsx";
import { useDraft } from "./use-draft.ts";

/** One line until somebody writes in it. */
export function ThreadReply({
  workspace,
  branch,
  thread,
  people,
}: {
  readonly workspace: string;
  readonly branch: string | null;
  readonly thread: string;
  readonly people: readonly Person[];
}) {
  const [text, setText] = useDraft(`reply ${thread}`);
  const [open, setOpen] = useState(false);
  const reply = useReply(workspace, branch);
  const print = usePrintKeys();
  const send = () => {
    if (text.trim() === "" || reply.isPending) return;
    reply.mutate(
      { thread, text: toStored(text, people) },
      {
        onSuccess: () => setText(""),
        onError: (thrown) => notify.failed("The reply was not saved", { description: problemOf(thrown).detail }),
      },
    );
  };
  return (
    <form
      className="flex flex-col gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <MentionField
        label="Reply in this thread"
        placeholder="Reply…"
        value={text}
        onChange={setText}
        people={people}
        onSend={send}
        onFocus={() => setOpen(true)}
      />
      {open || text !== "" ? (
        <div className="flex justify-end">
          <Button
            type="submit"
            className="h-6 text-sm"
            busy={reply.isPending}
            disabled={text.trim() === ""}
            kbd={print("Mod+Enter")}
          >
            Reply
          </Button>
        </div>
      ) : null}
    </form>
  );
}
