/** What answers say of freshness. Holds no rule of its own. */
import type { FreshnessCountsView, FreshnessLabelView } from "../contracts/records.ts";
import { countFreshness } from "../core/freshness/freshness.ts";
import type { Binding } from "./records.ts";

export const labelView = ({ label }: Binding): FreshnessLabelView => ({ ...label });

export const countsOf = (bindings: readonly Binding[]): FreshnessCountsView =>
  countFreshness(bindings.map(({ label }) => label));
