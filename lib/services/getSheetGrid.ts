/** A window of a spreadsheet comparison. */
import type { SheetGridView } from "../contracts/sheets.ts";
import type { Principal, Services } from "./context.ts";
import { loadBranch } from "./branchState.ts";
import { fail, type Outcome } from "./failure.ts";

export interface GridRequest {
  readonly path: string;
  readonly sheet?: string | undefined;
  readonly rows: "changed" | "all";
  readonly from: number;
  readonly count: number;
}

export async function getSheetGrid(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
  request: GridRequest,
): Outcome<SheetGridView> {
  const branch = await loadBranch(services, principal, slug, branchId, "viewer");
  if (!branch.ok) return branch;
  return fail("unreadable", `"${request.path}" is not a workbook.`, { version: branch.value.version });
}
