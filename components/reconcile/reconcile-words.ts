/** What the questions, choices and ends of a reconciliation are called. For reading only. */
import type { StaleView } from "../../lib/contracts/branches.ts";
import type { FacetName } from "../../lib/contracts/changes.ts";
import type {
  ReconcileConflict,
  ReconcileFile,
  ReconcileRow,
  SideChoice,
  StaleStep,
} from "../../lib/contracts/reconcile.ts";
import { visibleName } from "../files/visible-name.ts";
import { addressWords, FACET_WORDS } from "../review/words.ts";
import { shownFacet, valueText } from "../review/value-words.ts";
import { plural } from "../ui/format.ts";

export const SIDES: Readonly<Record<SideChoice, string>> = {
  base: "Base",
  accepted: "Accepted",
  staged: "Staged",
  both: "Both",
};

export type Side = "base" | "accepted" | "staged";

const facetOf = ({ facet, base, accepted, staged }: ReconcileRow): FacetName =>
  shownFacet(facet, [base, accepted, staged]);

/** What of the place it is about, where that is not what stands in it: "format". */
export const aspectWords = (row: ReconcileRow): string | null =>
  row.facet === "content" || row.facet === "formula" || row.facet === "structure" ? null : FACET_WORDS[row.facet];

/** Null: nothing is there on that side. */
export function sideText(row: ReconcileRow, side: Side): string | null {
  const value = row[side];
  return value === null ? null : valueText(value, facetOf(row));
}

/** Where the row is on a side: a row that moved down is called by its own number there. */
export function placeWords(row: ReconcileRow, side: Side = "base"): string {
  const own = side === "accepted" ? row.acceptedAt : side === "staged" ? row.stagedAt : undefined;
  return addressWords(own ?? row.address);
}

export const sheetOf = ({ address }: ReconcileRow): string | null =>
  new URLSearchParams(address.replaceAll("+", "%2B")).get("sheet");

const LONGEST = 28;

export const shortened = (text: string, longest = LONGEST): string => {
  const line = text.replaceAll(/\s+/gu, " ").trim();
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
};

/** On the button of a choice: "Accepted 10%"; of a long value only whose it is. */
export function choiceWords(
  row: ReconcileRow | undefined,
  choice: SideChoice,
  about: ReconcileConflict["about"],
): string {
  if (choice === "both" || row === undefined) return SIDES[choice];
  const value = row[choice];
  if (about === "file") return `${SIDES[choice]}${value === null ? ": no file" : ""}`;
  const text = value === null ? "nothing" : valueText(value, facetOf(row));
  // Long values begin alike more often than not: they stand in the table.
  return text.length > LONGEST ? SIDES[choice] : `${SIDES[choice]} ${text.trim() === "" ? "empty" : shortened(text)}`;
}

export interface Question {
  readonly title: string;
  readonly detail: string | null;
  /** What each choice comes to, in a sentence. */
  readonly outcomes: Readonly<Partial<Record<SideChoice, string>>>;
}

const nameOf = (path: string | null): string => `“${visibleName(path?.split("/").at(-1) ?? "")}”`;
const pathOf = (path: string | null): string => `“${visibleName(path ?? "")}”`;

/** Of a conflict about a file as a whole or about where it is; `who` staged it: "the agent", "Tomas Kerr". */
export function questionOf(file: ReconcileFile, { about }: ReconcileConflict, who: string): Question {
  if (about === "name") return nameQuestion(file, who);
  const { base, accepted, staged } = file;
  if (base === null) return bothCreated(file, who);
  if (accepted === null) return deletedHere(file, who);
  if (staged === null) return deletedThere(file, who);
  return {
    title: `${nameOf(file.path)} was changed on both sides, and can only be taken as a whole`,
    detail: file.unreadable,
    outcomes: {
      base: "Back to what both started from: the accepted version and the staged one are dropped.",
      accepted: `The accepted version stays; what ${who} staged is dropped.`,
      staged: "The staged version replaces the accepted one.",
      both: `The accepted version stays, and the staged one is kept beside it as a new file.`,
    },
  };
}

function nameQuestion({ basePath, acceptedPath, stagedPath }: ReconcileFile, who: string): Question {
  return {
    title: "Both sides moved this file, to different places",
    detail: "Its contents are merged wherever it comes to lie.",
    outcomes: {
      base: `It goes back to ${pathOf(basePath)}.`,
      accepted: `It stays at ${pathOf(acceptedPath)}; where ${who} moved it is dropped.`,
      staged: `It moves to ${pathOf(stagedPath)}.`,
    },
  };
}

function bothCreated({ path }: ReconcileFile, who: string): Question {
  return {
    title: `Two different files were created at ${pathOf(path)}`,
    detail: "They have no common version, so that nothing can be merged by itself.",
    outcomes: {
      base: "Neither: there is no file at this path.",
      accepted: `The accepted file stays; the one that ${who} created is dropped.`,
      staged: "The staged file replaces the accepted one.",
      both: "The accepted file stays, and the staged one is kept beside it under a new name.",
    },
  };
}

function deletedHere({ lost, basePath, stagedPath }: ReconcileFile, who: string): Question {
  const moved = stagedPath !== null && stagedPath !== basePath;
  const did = [
    ...(lost.staged.count === 0 ? [] : [`made ${plural(lost.staged.count, "change")} to it`]),
    ...(moved ? [`moved it to ${pathOf(stagedPath)}`] : []),
  ].join(" and ");
  const dropped = [
    ...(lost.staged.count === 0 ? [] : [plural(lost.staged.count, "staged change")]),
    ...(moved ? ["the move"] : []),
  ];
  const drops = dropped.length === 0 ? `what ${who} staged is` : dropped.join(" and ");
  const verb = dropped.length === 0 ? "" : lost.staged.count > 1 || dropped.length > 1 ? " are" : " is";
  return {
    title: `${nameOf(basePath)} was deleted in the accepted version; ${who} ${did === "" ? "changed it" : did}`,
    detail: null,
    outcomes: {
      base: `The file comes back as it was before both, without what ${who} staged.`,
      accepted: `The file stays deleted; ${drops}${verb} dropped.`,
      staged: `The file comes back at ${pathOf(stagedPath)} as staged.`,
    },
  };
}

function deletedThere({ lost, basePath, acceptedPath }: ReconcileFile, who: string): Question {
  const moved = acceptedPath !== null && acceptedPath !== basePath;
  const since = lost.accepted.count === 0 ? null : plural(lost.accepted.count, "accepted change");
  return {
    title: `${who.replace(/^\p{L}/u, (letter) => letter.toUpperCase())} deleted ${nameOf(basePath)}, which was ${moved ? `moved to ${pathOf(acceptedPath)}` : "changed"} in the accepted version since`,
    detail: null,
    outcomes: {
      base: `The file stays, as it was before both${since === null ? "" : `: ${since} undone`}.`,
      accepted: `The file stays${since === null ? "" : ` with ${since}`}; the deletion is dropped.`,
      staged: `The file is deleted${since === null ? "" : `, and ${since} with it`}.`,
    },
  };
}

/** Who staged it, inside of a sentence. */
export const stagedBy = (actor: { readonly kind: string; readonly name: string }): string =>
  actor.kind === "agent" ? "the agent" : visibleName(actor.name);

/** What kind of staleness, in a word or two. */
export const causeWords = ({ cause, handedBack }: Pick<StaleView, "cause" | "handedBack">): string =>
  handedBack !== null ? "handed back" : cause === "clash" ? "clash" : "base moved";

const MOST_CHANGES = 3;

/** What a promotion did to the file: "set B5 to 10%, C9 to 1,450". */
export function promotedWords({ changes, count, from, to }: Extract<StaleStep, { kind: "promoted" }>): string {
  if (from === null) return "created it";
  if (to === null) return "deleted it";
  if (count === 0) return "changed it";
  const words = changes.slice(0, MOST_CHANGES).map(({ address, before, after, facet, kind }) => {
    const place = addressWords(address);
    if (kind === "removed" || after === undefined) return `removed ${place}`;
    return kind === "added"
      ? `added ${place}`
      : `set ${facet === "format" ? "the format of " : ""}${place} to ${shortened(valueText(after, shownFacet(facet, [before, after])), 20)}`;
  });
  const more = count - words.length;
  return `${words.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
