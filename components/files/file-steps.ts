/** The versions of a file as its history and the pickers name them. */
import type { FileStep } from "../../lib/contracts/records.ts";

const HOW = {
  import: "the import",
  turn: "turn",
  edit: "upload",
  reconcile: "reconciliation",
  "apply-rejections": "rejections applied",
  residual: "what stayed after a promotion",
  promotion: "promotion",
  rollback: "rollback",
} as const satisfies Record<FileStep["how"], string>;

/** "turn 4", "promotion 2", "the import" */
export function stepWords({ how, turn, promotion, contentHash }: FileStep): string {
  const words =
    how === "turn" && turn !== null ? `turn ${turn}` : promotion !== null ? `${HOW[how]} ${promotion}` : HOW[how];
  return contentHash === null ? `deleted: ${words}` : words;
}

export interface StepVersion {
  readonly hash: string;
  readonly path: string;
  readonly label: string;
}

/** Each content once, under the newest step that names it. */
export function versionsOfSteps(steps: readonly FileStep[]): readonly StepVersion[] {
  const versions = new Map<string, StepVersion>();
  for (const step of steps)
    if (step.contentHash !== null && !versions.has(step.contentHash))
      versions.set(step.contentHash, { hash: step.contentHash, path: step.path, label: stepWords(step) });
  return [...versions.values()];
}

/** What to compare a version with: the next older content. null: there is none. */
export function olderThan(steps: readonly FileStep[], hash: string): string | null {
  const versions = versionsOfSteps(steps);
  const at = versions.findIndex((version) => version.hash === hash);
  return versions[at + 1]?.hash ?? null;
}
