/** What somebody else just did, in one line: "Tomas accepted 3 changes in Q3-model.xlsx". Null: nothing to be told. */
import type { EventView } from "../../lib/contracts/events.ts";
import { addressWords } from "../review/words.ts";
import { visibleName } from "../files/visible-name.ts";
import { plural, splitPath } from "../ui/format.ts";

const VERDICTS = { accept: "accepted", reject: "rejected", clear: "took back decisions on" } as const;
const THREADS: Readonly<Record<string, string>> = {
  created: "commented on",
  replied: "replied on",
  resolved: "resolved a thread on",
  reopened: "reopened a thread on",
};

export function noticeWords(event: EventView, name: string): string | null {
  const who = visibleName(name);
  const file = event.path === undefined ? null : visibleName(splitPath(event.path)[1]);
  switch (event.type) {
    case "decided":
      return event.verdict === undefined || file === null
        ? null
        : `${who} ${VERDICTS[event.verdict]} ${plural(event.count ?? 0, "change")} in ${file}`;
    case "thread": {
      const verb = THREADS[event.what ?? ""];
      if (verb === undefined || file === null) return null;
      return `${who} ${verb} ${(event.fragment ?? "") === "" ? "" : `${addressWords(event.fragment ?? "")} in `}${file}`;
    }
    case "review-request":
      return event.what === "submitted" ? `${who} asks for a review of this branch` : null;
    case "promoted":
      return `${who} promoted changes of this workspace`;
    default:
      return null;
  }
}

/** Notices of one kind on one file run together: a person who decides quickly fills no screen. */
export const noticeKey = ({ type, by, path, verdict, what }: EventView): string =>
  [type, by ?? "", path ?? "", verdict ?? what ?? ""].join(" ");
