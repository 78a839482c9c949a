import { CircleAlert } from "lucide-react";

import type { Problem } from "../../lib/contracts/problems.ts";

/** Why a form was refused: announced when it appears. Field errors that have their own field are not repeated here. */
export function FormError({ problem }: { readonly problem: Pick<Problem, "title" | "detail" | "details"> | null }) {
  return (
    <div role="alert">
      {problem === null ? null : (
        <div className="border-removed/40 bg-removed-soft text-removed flex gap-2 rounded-md border px-3 py-2 text-sm">
          <CircleAlert size={15} className="mt-px shrink-0" aria-hidden />
          <div className="min-w-0">
            <p className="font-semibold">{problem.title}</p>
            {problem.detail === "" ? null : <p>{problem.detail}</p>}
            {problem.details === undefined ? null : (
              <ul className="mt-1">
                {problem.details.map((line) => (
                  <li key={`${line.where} ${line.what}`}>
                    <span className="mono">{line.where}</span> {line.what}
                  </li>
                ))}
              </ul>
            )}
          </div>
        </div>
      )}
    </div>
  );
}
