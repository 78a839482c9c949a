"use client";

import { useRef, useState } from "react";

import { useCreateActionItem } from "../../lib/client/action-items.ts";
import { problemOf } from "../../lib/client/problem-of.ts";
import { useCreateThread, usePeople } from "../../lib/client/threads.ts";
import { visibleName } from "../files/visible-name.ts";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { notify } from "../ui/toast.tsx";
import { usePrintKeys, useShortcuts } from "../ui/use-shortcuts.ts";
import type { CommentSubject } from "./comment-subject.ts";
import { toStored } from "./mention-draft.ts";
import { MentionField } from "./mention-field.tsx";
import { useDraft } from "./use-draft.ts";

export interface CommentComposerProps {
  readonly workspace: string;
  /** Null: about the accepted version. */
  readonly branch: string | null;
  readonly subject: CommentSubject;
  /** An agent works on the branch: it can be asked. */
  readonly agent: boolean;
  /** Why nothing can be said here; null: it can. */
  readonly readOnly: string | null;
}

const TITLE = 200;

/** Begins a thread about what is selected. C focuses it; what is half written stays with its place. */
export function CommentComposer({ workspace, branch, subject, agent, readOnly }: CommentComposerProps) {
  const { path, contentHash, fragment, changeId, label } = subject;
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useDraft(`${workspace} ${branch ?? ""} ${path} ${changeId ?? fragment}`);
  const [open, setOpen] = useState(false);
  const [ask, setAsk] = useState(false);
  const people = usePeople(workspace).data?.people ?? [];
  const create = useCreateThread(workspace, branch);
  const give = useCreateActionItem(workspace, branch ?? "");
  const print = usePrintKeys();
  const possible = readOnly === null && contentHash !== null;
  const place = visibleName(label);
  useShortcuts("Comments", [
    {
      keys: "C",
      label: `Comment on ${place}`,
      hint: "comment",
      enabled: possible,
      run: () => field.current?.focus(),
    },
  ]);
  const busy = create.isPending || give.isPending;
  const send = async () => {
    if (contentHash === null || text.trim() === "" || busy) return;
    const stored = toStored(text, people);
    try {
      const { thread } = await create.mutateAsync({
        ...{ path, contentHash, fragment, text: stored },
        ...(changeId === null ? {} : { changeId }),
      });
      setText("");
      if (agent && ask)
        await give.mutateAsync({
          title: titleOf(text),
          assignee: "agent",
          ...{ path, contentHash, fragment, thread: thread.id },
          ...(changeId === null ? {} : { changeId }),
        });
      setAsk(false);
    } catch (thrown) {
      notify.failed("The comment was not saved", { description: problemOf(thrown).detail });
    }
  };
  if (readOnly !== null)
    return <p className="border-line text-ink-3 shrink-0 border-t px-3 py-2 text-sm">{readOnly}</p>;
  const wide = open || text !== "";
  return (
    <form
      aria-label={`Comment on ${place}`}
      className="border-line bg-panel shrink-0 border-t px-3 py-2"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <MentionField
        field={field}
        label={`Comment on ${place}`}
        placeholder={`Comment on ${place}… @ names a person`}
        value={text}
        onChange={setText}
        people={people}
        onSend={() => void send()}
        onEscape={() => field.current?.blur()}
        onFocus={() => setOpen(true)}
      />
      {wide ? (
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
          {agent ? (
            <Checkbox checked={ask} onChange={setAsk}>
              <span className="text-sm">Ask the agent to do it</span>
            </Checkbox>
          ) : null}
          <span className="flex-1" />
          <Button variant="primary" type="submit" busy={busy} disabled={text.trim() === ""} kbd={print("Mod+Enter")}>
            Comment
          </Button>
        </div>
      ) : null}
    </form>
  );
}

/** The first line, cut. */
function titleOf(text: string): string {
  const line = Array.from(text.trim().split("\n")[0] ?? "");
  return line.length <= TITLE ? line.join("") : `${line.slice(0, TITLE - 1).join("")}…`;
}
