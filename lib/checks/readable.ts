/**
 * Required: what could be read before can be read as planned. A damaged file that is new, or that replaces an unreadable
 * one, was reviewed as bytes by somebody who saw that: a warning. A file that no format claims is bytes, and passes.
 */
import type { CheckView } from "../contracts/promotions.ts";
import { EMPTY_FOLDER_HASH } from "../core/tree/tree.ts";
import type { Check } from "./check.ts";

export const readable: Check = async ({ plan, inspect }) => {
  const failures: CheckView[] = [];
  let read = 0;
  for (const { path, basePath, mustHold, result } of plan.entries) {
    if (result?.kind !== "file") continue;
    const { error } = await inspect(path, result.hash);
    read += 1;
    if (error === null) continue;
    const detail = `${path} cannot be read: ${error.reason}, ${error.detail}`;
    const base = mustHold.find((held) => held.path === basePath)?.hash ?? null;
    const wasReadable =
      basePath !== null &&
      base !== null &&
      base !== EMPTY_FOLDER_HASH &&
      (await inspect(basePath, base)).error === null;
    const required = wasReadable && error.reason === "damaged";
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
