/** Shows the commit plan of what is accepted on a branch (M1). Changes nothing. */
import type { PlanView } from "../contracts/promotions.ts";
import { ok } from "../shared/result.ts";
import { loadBranch } from "./branchState.ts";
import type { Principal, Services } from "./context.ts";
import { derivePlan, planView, type PlanChoice } from "./derivePlan.ts";
import { fail, type Outcome } from "./failure.ts";
import { loadTree } from "./trees.ts";

export async function planPromotion(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
  choice: PlanChoice,
): Outcome<PlanView> {
  const branch = await loadBranch(services, principal, slug, branchId, "viewer");
  if (!branch.ok) return branch;
  const { access, state, version } = branch.value;
  if (access.kind === "evaluation") return fail("not-permitted", "An evaluation branch is never promoted (B1).");
  const accepted = await loadTree(services, access.workspace.acceptedTree);
  return ok(planView(await derivePlan(services, branchId, state, accepted, choice), version));
}
