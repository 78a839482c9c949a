/** What a path would be if its accepted changes were promoted now, for the view "planned". */
import type { Hash } from "../shared/brand.ts";
import type { Services } from "./context.ts";
import { materialise } from "./materialise.ts";
import type { ReviewedPath } from "./reviewTypes.ts";

/** The content hash; null where the path would be absent; `unknown` where the choice cannot be applied as it stands. */
export async function plannedHash(
  services: Services,
  { delta, verdicts }: ReviewedPath,
): Promise<Hash | null | "unknown"> {
  const { before, after, path } = delta;
  const accepted = verdicts.filter(({ status }) => status === "accepted");
  const taken = (kind: string) =>
    accepted.some(
      ({ change }) => change.facet === "structure" && change.address.kind === "file" && change.kind === kind,
    );
  if (before?.kind !== "file") return taken("added") && after?.kind === "file" ? after.hash : null;
  if (after?.kind !== "file") return taken("removed") ? null : before.hash;
  const contents = accepted.filter(({ change }) => !(change.facet === "structure" && change.address.kind === "file"));
  if (contents.length === 0) return before.hash;
  const made = await materialise(
    services,
    path,
    before.hash,
    after.hash,
    contents.map(({ change }) => change.id),
  );
  return made.ok ? made.value.hash : "unknown";
}
