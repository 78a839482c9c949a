/** Steps in words: one place, so that the timeline, the session and the list of turns say the same. */
import type { TracePoint } from "../../lib/contracts/trace.ts";
import { plural } from "../ui/format.ts";
import type { Step } from "./steps.ts";

const CAUSES: Readonly<Record<TracePoint["cause"], string>> = {
  batch: "synchronized",
  edit: "edited by hand",
  reconciliation: "reconciled",
  rebase: "moved onto the accepted tree",
  promotion: "promoted",
  rejection: "rejections applied",
};

export const causeWords = ({ cause, actor }: Pick<TracePoint, "cause" | "actor">): string =>
  actor.kind === "system" ? CAUSES[cause] : `${CAUSES[cause]} by ${actor.name}`;

/** One line for titles and screen readers. */
export function stepLine(step: Step): string {
  switch (step.kind) {
    case "start":
      return "The branch was started";
    case "message":
      return step.message.role === "person" ? "A person wrote" : "The agent answered";
    case "call": {
      const { tool, summary, files } = step.call;
      return `${tool}${summary === "" ? "" : `: ${summary}`}${files === 0 ? "" : `, ${plural(files, "file")} changed`}`;
    }
    case "point":
      return causeWords(step.point);
  }
}
