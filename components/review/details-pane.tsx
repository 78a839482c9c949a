"use client";

import { useBranch } from "../../lib/client/queries.ts";
import type { FileDiffView, ReviewedChange } from "../../lib/contracts/changes.ts";
import type { ThreadView } from "../../lib/contracts/threads.ts";
import { BranchItems } from "../action-items/branch-items.tsx";
import { CommentComposer } from "../comments/comment-composer.tsx";
import { subjectOf } from "../comments/comment-subject.ts";
import { CommentsSection } from "../comments/comments-section.tsx";
import { PaneHeader } from "../shell/pane-header.tsx";
import { whyNot } from "../workspaces/roles.ts";
import { useWorkspaceHere } from "../workspaces/workspace-context.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { ChangeDetails } from "./change-details.tsx";
import type { EvidenceChainProps } from "./evidence-chain.tsx";
import type { Selected } from "./file-review.tsx";
import { chosenOf, labelOf } from "./review-scope.ts";
import { useReviewPlace } from "./review-address.ts";
import { addressWords } from "./words.ts";

export interface DetailsPaneProps {
  readonly branch: string;
  readonly traceHref: EvidenceChainProps["traceHref"];
  /** Absent while it is read. */
  readonly diff: FileDiffView | undefined;
  readonly selected: Selected;
  readonly onSelect: (selected: Selected) => void;
}

/** The right pane for what is selected, with what it requires and what requires it. */
export function DetailsPane({ branch, traceHref, diff, selected, onSelect }: DetailsPaneProps) {
  const comments = useComments(branch, onSelect);
  if (diff === undefined) {
    return (
      <>
        <PaneHeader title="Details" />
        <SkeletonRows label="Loading the details" rows={6} height={22} />
      </>
    );
  }
  const chosen = chosenOf(diff, selected.ids);
  const change = chosen[0];
  const requires = chosenOf(diff, change?.requires ?? []);
  const requiredBy =
    change === undefined ? [] : diff.changes.filter((candidate) => candidate.requires?.includes(change.id));
  const show = (other: ReviewedChange) =>
    onSelect({ ids: [other.id], label: addressWords(other.address), heading: "" });
  const place = change === undefined ? selected.label : labelOf(change, selected.label);
  const isCell = change !== undefined && place === selected.label;
  const subject = subjectOf(diff, selected);
  return (
    <>
      <ChangeDetails
        path={diff.file.path}
        traceHref={traceHref}
        changes={chosen}
        origin={diff.origins.find(({ seq }) => seq === change?.originSeq) ?? null}
        requires={requires}
        requiredBy={requiredBy}
        onShow={show}
        {...(selected.heading === "" || !isCell ? {} : { title: `${place} · ${selected.heading}` })}
      >
        <CommentsSection {...comments} subject={subject} readOnly={comments.readOnly !== null} />
        <BranchItems workspace={comments.workspace} branch={branch} readOnly={comments.readOnly !== null} />
      </ChangeDetails>
      <CommentComposer {...comments} subject={subject} />
    </>
  );
}

/** What is said about the file: by whom, to whom, and where a thread leads. */
function useComments(branch: string, onSelect: DetailsPaneProps["onSelect"]) {
  const { slug, workspace, me } = useWorkspaceHere();
  const kind = useBranch(slug, branch).data?.kind;
  const [place, go] = useReviewPlace();
  const onPlace = ({ id, place: at }: ThreadView) => {
    const change = at.state === "here" ? at.changeId : null;
    if (at.state === "here" && change !== null)
      onSelect({ ids: [change], label: addressWords(at.fragment), heading: "" });
    go({ thread: id, ...(change === null ? {} : { change, slide: null }) });
  };
  return {
    ...{ workspace: slug, branch, onPlace },
    me: me?.id,
    agent: kind === "chat",
    readOnly: workspace === undefined ? null : whyNot(workspace.role, "comment"),
    shown: place.thread,
  };
}
