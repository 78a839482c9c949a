/** Required: every planned file that its format claims can be read by it. A file that nobody claims is bytes, and passes. */
import { formatOf } from "../formats/compare.ts";
import { DEFAULT_LIMITS } from "../formats/format.ts";
import type { CheckView } from "../contracts/promotions.ts";
import type { Check } from "./check.ts";

export const readable: Check = async ({ plan, withSource }) => {
  const failures: CheckView[] = [];
  let read = 0;
  for (const { path, result } of plan.entries) {
    if (result?.kind !== "file") continue;
    const outcome = await withSource(path, result.hash, async (source) =>
      (await formatOf(source)).read(source, DEFAULT_LIMITS),
    );
    read += 1;
    if (outcome.ok) continue;
    const detail = `${path} cannot be read: ${outcome.error.reason}, ${outcome.error.detail}`;
    // A file that was unreadable before is promoted as bytes by somebody who saw that: a warning, not a bar.
    const required = outcome.error.reason === "damaged";
    failures.push({
      id: "readable",
      title: "Planned files can be read",
      outcome: required ? "failed" : "warning",
      required,
      detail,
      path,
    });
  }
  if (failures.length > 0) return failures;
  return [
    {
      id: "readable",
      title: "Planned files can be read",
      outcome: "passed",
      required: true,
      detail: `${read} ${read === 1 ? "file" : "files"} read`,
    },
  ];
};
