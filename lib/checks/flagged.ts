/** Not required: names every flagged change that the plan carries, by flag, so that nobody promotes one unawares. */
import { formatAddress } from "../core/address/address.ts";
import type { Flag } from "../core/change/change.ts";
import type { CheckView } from "../contracts/promotions.ts";
import type { Check } from "./check.ts";

/** What is there where the flag is. */
const TITLES: Readonly<Record<Flag, string>> = {
  "formula-overwritten": "A formula is replaced by a constant",
  "new-error-value": "A cell becomes an error",
  "number-stored-as-text": "A number is stored as text",
  hidden: "Something is hidden from view",
  "external-link": "A link leads outside of the file",
  macro: "A macro changes",
  "lost-part": "A part of the file is lost",
  "not-calculated": "A new result is not calculated",
};

const NAMED = 12;

export const flagged: Check = ({ taken }) => {
  const byFlag = new Map<Flag, string[]>();
  for (const { path, change } of taken) {
    for (const flag of change.flags ?? [])
      byFlag.set(flag, [...(byFlag.get(flag) ?? []), `${path} ${formatAddress(change.address)}`.trim()]);
  }
  const warnings = [...byFlag].map(([flag, where]): CheckView => {
    const more = where.length > NAMED ? `, and ${where.length - NAMED} more` : "";
    return {
      id: `flagged:${flag}`,
      title: TITLES[flag],
      outcome: "warning",
      required: false,
      detail: where.slice(0, NAMED).join(", ") + more,
    };
  });
  const none: CheckView = {
    id: "flagged",
    title: "No flagged change is promoted",
    outcome: "passed",
    required: false,
    detail: "none among the planned changes",
  };
  return Promise.resolve(warnings.length > 0 ? warnings : [none]);
};
