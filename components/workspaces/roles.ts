/** What a role may do in a workspace, for showing it; the server decides again at every call. */
import type { Role } from "../../lib/contracts/common.ts";

const ORDER: readonly Role[] = ["viewer", "reviewer", "maintainer", "owner"];

export type Act = "stage" | "decide" | "comment" | "promote";

const NEEDS: Readonly<Record<Act, Role>> = {
  stage: "reviewer",
  decide: "reviewer",
  comment: "reviewer",
  promote: "maintainer",
};

const WORDS: Readonly<Record<Act, string>> = {
  stage: "Staging",
  decide: "Deciding",
  comment: "Commenting",
  promote: "Promoting and rolling back",
};

/** Everybody may do what the roles before theirs may. */
export const mayDo = (role: Role, act: Act): boolean => ORDER.indexOf(role) >= ORDER.indexOf(NEEDS[act]);

/** "Promoting and rolling back needs the role maintainer; yours is viewer." Null where it is allowed. */
export const whyNot = (role: Role, act: Act): string | null =>
  mayDo(role, act) ? null : `${WORDS[act]} needs the role ${NEEDS[act]}; yours is ${role}.`;
