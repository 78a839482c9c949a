/**
 * A person's own edit of one file on a branch: an upload against the version it came from, or a deletion (round trip).
 * The bytes are received and verified first; the branch changes only where its file is still that version.
 */
import type { Version } from "../contracts/common.ts";
import { humanEdit, type Edit } from "../core/journal/human-edit.ts";
import type { PatchId, UserId } from "../core/journal/entry.ts";
import { parsePath, type Path } from "../core/tree/path.ts";
import { isHash, type Hash } from "../shared/brand.ts";
import { err, ok, type Result } from "../shared/result.ts";
import { storeBlob } from "../store/blob-register.ts";
import { branchFor } from "./access.ts";
import { changeBranch, versionOf } from "./branchState.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Failure, type Outcome } from "./failure.ts";
import { fromBody, putFailure } from "./uploads.ts";

export interface WriteFile {
  readonly path: string;
  /** What the client says the bytes hash to; verified. */
  readonly sha256: string | null;
  /** `"<content hash>"` of the version it came from. */
  readonly ifMatch: string | null;
  /** `*`: there must be no file yet. */
  readonly ifNoneMatch: string | null;
  readonly announced: number | null;
  readonly body: ReadableStream<Uint8Array> | null | "delete";
}

const MAX_BYTES = 5 * 1024 ** 3;

/** A person's edits on a branch are one patch (B2). */
export const humanPatch = (user: UserId) => `person:${user}` as PatchId;

/** What an agent uploads with a token, outside of a turn: told apart from its person's own edits. */
const tokenPatch = (token: string) => `token:${token}` as PatchId;

export async function writeFile(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
  request: WriteFile,
): Outcome<{ version: Version }> {
  const path = parsePath(request.path);
  if (!path.ok)
    return fail("illegal-path", `"${request.path}" is not a legal path (${path.error.reason} at "${path.error.at}").`);
  const base = baseOf(request);
  if (!base.ok) return base;
  const allowed = await branchFor(services.db, principal, slug, branchId, "reviewer");
  if (!allowed.ok) return allowed;
  const edit = await editOf(services, path.value, base.value, request);
  if (!edit.ok) return edit;

  return changeBranch(services, principal, slug, branchId, "reviewer", (held) => {
    const patch = principal.token ? tokenPatch(principal.token.id) : humanPatch(principal.userId);
    const step = humanEdit(held.state, { patch, edits: [edit.value] }, held.stamp());
    const version = versionOf(slug, branchId, held.state);
    if (!step.ok) {
      const { error } = step;
      return Promise.resolve(
        error.reason === "base-differs"
          ? fail("base-moved", `"${error.path}" is another version on this branch by now. Nothing was changed.`, {
              expected: error.expected,
              found: error.found,
              version,
            })
          : fail(
              "base-moved",
              `"${error.path}" cannot be made: ${error.obstacle.kind} at "${error.obstacle.at}". Nothing was changed.`,
              { expected: null, version },
            ),
      );
    }
    return Promise.resolve(
      ok({
        steps: [step.value],
        answer: (state) => ({ version: versionOf(slug, branchId, state) }),
        event: { type: "branch", path: path.value } as const,
      }),
    );
  });
}

function baseOf({ ifMatch, ifNoneMatch, body }: WriteFile): Result<Hash | null, Failure> {
  const named = /^"?([0-9a-f]{64})"?$/.exec(ifMatch ?? "")?.[1];
  if (named !== undefined && isHash(named)) return ok(named);
  if (ifNoneMatch === "*" && body !== "delete") return ok(null);
  return fail(
    "invalid-request",
    'Say which version this is made from: If-Match: "<content hash>", or If-None-Match: * for a new file.',
  );
}

async function editOf(
  services: Services,
  path: Path,
  base: Hash | null,
  request: WriteFile,
): Promise<Result<Edit, Failure>> {
  if (request.body === "delete")
    return base === null
      ? fail("invalid-request", "A deletion names the version that it deletes.")
      : ok({ kind: "delete", path, base });
  if (request.sha256 !== null && !isHash(request.sha256))
    return fail("invalid-request", "sha256 is 64 lower-case hex digits.");
  const expected = {
    ...(request.announced === null ? {} : { size: request.announced }),
    ...(request.sha256 === null ? {} : { hash: request.sha256 }),
  };
  const stored = await storeBlob(services.db, services.blobs, fromBody(request.body), {
    expected,
    maxBytes: MAX_BYTES,
  });
  return stored.ok ? ok({ kind: "write", path, base, result: stored.value }) : err(putFailure(stored.error));
}
