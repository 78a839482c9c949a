import type { Problem } from "../../lib/contracts/problems.ts";
import { FormError } from "../ui/form-error.tsx";

/** A form's refusal. While there is none its live region takes no room, not even a gap. */
export function FormProblem({ problem }: { readonly problem: Problem | null }) {
  return (
    <div className={problem === null ? "sr-only" : undefined}>
      <FormError problem={problem} />
    </div>
  );
}
