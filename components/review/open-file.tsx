"use client";

import { useMemo, useState } from "react";

import type { FileDiffView } from "../../lib/contracts/changes.ts";
import { RejectWithReason } from "../action-items/reject-with-reason.tsx";
import { PrintedSwitch } from "../rendering/printed-switch.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { whyNot } from "../workspaces/roles.ts";
import { useWorkspaceHere } from "../workspaces/workspace-context.tsx";
import { filtered, formatFilter, parseFilter } from "./change-filter.ts";
import { DecisionBar } from "./decision-bar.tsx";
import { DecisionQuestion } from "./decision-question.tsx";
import { FileReview, IN_A_GRID, type Selected } from "./file-review.tsx";
import { FileToolbar, type ShownVersion } from "./file-toolbar.tsx";
import { FilterMenu } from "./filter-menu.tsx";
import { useReviewPlace } from "./review-address.ts";
import { bulkOf, decidedBy, targetOf } from "./review-scope.ts";
import { useDecisions } from "./use-decisions.ts";
import { useSeen } from "./use-seen.ts";

export interface OpenFileProps {
  readonly branch: string;
  readonly diff: FileDiffView;
  readonly selected: Selected;
  readonly onSelect: (selected: Selected) => void;
  readonly onEnd: (direction: 1 | -1) => void;
  readonly licenseKey: string;
}

/** Formats whose view shows both sides at once, never one version of the three. */
const BOTH_SIDES: ReadonlySet<string> = new Set(["pptx", "pdf", "image"]);

const countDecidable = ({ changes }: FileDiffView): number =>
  changes.filter(({ facet }) => facet !== "recalculated").length;

/** One changed file: its toolbar, its comparison, and the decisions on it. */
export function OpenFile({ branch, diff, selected, onSelect, onEnd, licenseKey }: OpenFileProps) {
  const { slug, workspace } = useWorkspaceHere();
  const [place, go] = useReviewPlace();
  const [version, setVersion] = useState<ShownVersion>("staged");
  const [rows, setRows] = useState<"changed" | "all">("changed");
  const inGrid = IN_A_GRID.has(diff.file.format);
  const tables = inGrid && place.look !== "printed";
  const both = diff.file.before !== null && diff.file.after !== null;
  const beside = inGrid && both && place.view === "side";
  const read = beside && version === "before" ? "staged" : version;
  const seen = useSeen(slug, branch, diff);
  const decisions = useDecisions(slug, branch, diff);
  const [rejecting, setRejecting] = useState(false);
  const readOnly = workspace === undefined ? null : whyNot(workspace.role, "decide");
  const current = selected.ids[0] ?? null;
  const filter = useMemo(() => parseFilter(place.filter), [place.filter]);
  const shown = useMemo(() => filtered(diff, filter), [diff, filter]);
  const only = useMemo(() => (shown === diff ? null : new Set(shown.changes.map(({ id }) => id))), [shown, diff]);
  const target = useMemo(() => targetOf(diff, selected), [diff, selected]);
  const bulk = useMemo(() => bulkOf(shown, place.sheet, only !== null), [shown, place.sheet, only]);
  const all = useMemo(() => countDecidable(diff), [diff]);
  const passing = useMemo(() => countDecidable(shown), [shown]);
  const decided = useMemo(() => decidedBy(diff), [diff]);
  return (
    <>
      <FileToolbar
        file={diff.file}
        version={BOTH_SIDES.has(diff.file.format) ? null : read}
        onVersion={setVersion}
        beside={beside}
      >
        <PrintedSwitch file={diff.file} printed={place.look === "printed"} onPrinted={(look) => go({ look })} />
        {tables ? (
          <Segmented
            label="Rows"
            value={rows}
            onChange={setRows}
            segments={[
              { value: "changed", label: "Changed rows" },
              { value: "all", label: "All rows" },
            ]}
          />
        ) : null}
        {tables && both ? (
          <Segmented
            label="Layout"
            value={beside ? "side" : "place"}
            onChange={(next) => go({ view: next === "side" ? "side" : null })}
            segments={[
              { value: "place", label: "In place" },
              { value: "side", label: "Side by side" },
            ]}
          />
        ) : null}
        <FilterMenu
          filter={filter}
          onFilter={(next) => go({ filter: formatFilter(next) || null })}
          turns={diff.file.turns}
          shown={passing}
          all={all}
        />
      </FileToolbar>
      {shown.changes.length === 0 && diff.changes.length > 0 ? (
        <div className="bg-canvas flex-1">
          <EmptyState
            title="No change passes the filter"
            action={<Button onClick={() => go({ filter: null })}>Show all {all} changes</Button>}
          />
        </div>
      ) : (
        <FileReview
          workspace={slug}
          branch={branch}
          diff={shown}
          only={only}
          version={read}
          sheet={place.sheet}
          rows={rows}
          beside={beside}
          current={current}
          licenseKey={licenseKey}
          printed={place.look === "printed"}
          onSheet={(sheet) => go({ sheet, change: null })}
          onSelect={onSelect}
          onSeen={seen}
          onEnd={onEnd}
          onDecide={readOnly === null && !decisions.busy ? decisions.act : null}
        />
      )}
      <DecisionBar
        target={target}
        bulk={bulk === null ? null : bulk.target}
        decided={decided}
        onAccept={() => decisions.act({ ids: target?.ids ?? [], verdict: "accept" })}
        onReject={() => decisions.act({ ids: target?.ids ?? [], verdict: "reject" })}
        onRejectWithReason={() => setRejecting(true)}
        onAcceptBulk={() => decisions.act({ ids: bulk?.ids ?? [], verdict: "accept", bulk: true })}
        onUndo={decisions.busy ? null : decisions.undo}
        {...(readOnly === null ? {} : { readOnly })}
      />
      {rejecting && target !== null ? (
        <RejectWithReason
          branch={branch}
          diff={diff}
          target={target}
          onAct={decisions.act}
          onClose={() => setRejecting(false)}
        />
      ) : null}
      <DecisionQuestion
        question={decisions.question}
        busy={decisions.busy}
        onConfirm={decisions.confirm}
        onDismiss={decisions.dismiss}
      />
    </>
  );
}
