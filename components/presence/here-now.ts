/** Who else is here, in words: on the same file, on the same branch, in the workspace. Pure. */
import type { Presence } from "../../lib/contracts/inbox.ts";
import { visibleName } from "../files/visible-name.ts";
import { splitPath } from "../ui/format.ts";

export type Present = Presence["people"][number];

/** Others on the branch; where the page is about no branch, others in the workspace. */
export const othersHere = (people: readonly Present[], me: string | undefined, branch: string | null): Present[] =>
  people.filter(({ id, branch: at }) => id !== me && (branch === null || at === branch));

const SHOWN = 2;

/** "Tomas is on this file", "Tomas is on Q3-model.xlsx", "Ann, Tomas and 2 others are here". Null: nobody. */
export function hereWords(others: readonly Present[], path: string | null): string | null {
  const first = others[0];
  if (first === undefined) return null;
  if (others.length === 1) {
    const name = visibleName(first.name);
    if (path !== null && first.path === path) return `${name} is on this file`;
    return first.path === null ? `${name} is here` : `${name} is on ${visibleName(splitPath(first.path)[1])}`;
  }
  const names = others.slice(0, SHOWN).map(({ name }) => visibleName(name));
  const rest = others.length - names.length;
  if (rest > 0) return `${names.join(", ")} and ${rest} ${rest === 1 ? "other" : "others"} are here`;
  const same = path !== null && others.every((one) => one.path === path);
  return `${names.join(" and ")} are ${same ? "on this file" : "here"}`;
}
