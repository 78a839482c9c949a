"use client";

import type { ThreadView } from "../../lib/contracts/threads.ts";
import type { CommentSubject } from "../comments/comment-subject.ts";
import { CommentComposer } from "../comments/comment-composer.tsx";
import { CommentsSection } from "../comments/comments-section.tsx";
import { addressWords } from "../review/words.ts";
import { whyNot } from "../workspaces/roles.ts";
import { useWorkspaceHere } from "../workspaces/workspace-context.tsx";
import { setFragment, type Fragment } from "./use-fragment.ts";

export interface FileCommentsProps {
  /** Null: of the accepted version. */
  readonly branch: string | null;
  /** An agent works on the branch: it can be asked. */
  readonly agent: boolean;
  readonly path: string;
  readonly contentHash: string;
  readonly fragment: Fragment;
  /** The version that is shown is not the one of now: what is said is read there, and nothing new is. */
  readonly past: boolean;
  /** The thread that a link leads to. */
  readonly shown: string | null;
}

const NOTHING_CHOSEN: ReadonlySet<string> = new Set();

/** What was said about a file, beside it. A new thread is about the place that the address names, or the whole file. */
export function FileComments({ branch, agent, path, contentHash, fragment, past, shown }: FileCommentsProps) {
  const { slug, workspace, me } = useWorkspaceHere();
  const place = fragment.address === null ? "" : fragment.text;
  const subject: CommentSubject = {
    path,
    contentHash,
    fragment: place,
    changeId: null,
    changeIds: NOTHING_CHOSEN,
    label: place === "" ? "this file" : addressWords(place, true),
  };
  const role = workspace === undefined ? null : whyNot(workspace.role, "comment");
  const readOnly = role ?? (past ? "This is an earlier version: comments are made on the one of now." : null);
  const onPlace = ({ place: at }: ThreadView) => {
    if (at.state === "here") setFragment(at.fragment);
  };
  return (
    <div className="bg-panel flex min-h-0 flex-1 flex-col">
      <div className="min-h-0 flex-1 overflow-auto">
        <CommentsSection
          workspace={slug}
          branch={branch}
          subject={subject}
          me={me?.id}
          agent={agent}
          readOnly={readOnly !== null}
          shown={shown}
          onPlace={onPlace}
        />
      </div>
      <CommentComposer workspace={slug} branch={branch} subject={subject} agent={agent} readOnly={readOnly} />
    </div>
  );
}
