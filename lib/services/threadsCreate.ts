/** Begins a thread about a change, a place or a whole file, at the version that the person saw (R7). */
import { QUOTE_LIMIT, type CreateThread, type ThreadAnswer } from "../contracts/threads.ts";
import { formatAddress, parseAddress } from "../core/address/address.ts";
import type { Value } from "../core/change/change.ts";
import { parsePath, type Path } from "../core/tree/path.ts";
import { entryHash, getFile } from "../core/tree/tree.ts";
import { displayText } from "../formats/xlsx/display.ts";
import type { Hash } from "../shared/brand.ts";
import { ok, type Result } from "../shared/result.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Failure, type Outcome } from "./failure.ts";
import { fileVersions } from "./fileVersions.ts";
import { reviewedPath } from "./reviewBranch.ts";
import { threadsSide, type ThreadsSide } from "./threadsSide.ts";
import { mentionsIn, publishThread, threadAnswer } from "./threadsWrite.ts";

export async function createThread(
  services: Services,
  principal: Principal,
  slug: string,
  request: CreateThread,
): Outcome<ThreadAnswer> {
  const found = await threadsSide(services, principal, slug, request.branch, "reviewer");
  if (!found.ok) return found;
  const side = found.value;
  const anchor = anchorOf(side, request);
  if (!anchor.ok) return anchor;
  const { path, contentHash } = anchor.value;
  if (!(await isVersion(services, side, path, contentHash)))
    return fail("not-found", `"${path}" never was ${contentHash} in this workspace. Nothing was saved.`, {
      version: side.version,
    });
  const mentions = await mentionsIn(services.db, side.workspaceId, request.text);
  if (!mentions.ok) return mentions;

  const id = services.newId();
  const at = new Date(services.now());
  await services.db.transaction(async (tx) => {
    await tx.thread.create({
      data: {
        id,
        workspaceId: side.workspaceId,
        branchId: side.branchId,
        ...anchor.value,
        seq: side.version.seq ?? side.workspace.head,
        createdBy: principal.userId,
        createdAt: at,
        comments: {
          create: {
            id: services.newId(),
            authorId: principal.userId,
            body: request.text,
            createdAt: at,
            mentions: { create: mentions.value.map((userId) => ({ userId })) },
          },
        },
      },
    });
    await publishThread(services, tx, principal, side, { id, ...anchor.value }, "created");
  });
  return ok(await threadAnswer(services, side, id));
}

interface NewAnchor {
  readonly path: Path;
  readonly contentHash: Hash;
  readonly fragment: string;
  readonly changeId: string | null;
  readonly quote: string | null;
}

function anchorOf(side: ThreadsSide, request: CreateThread): Result<NewAnchor, Failure> {
  const path = parsePath(request.path);
  if (!path.ok) return fail("illegal-path", `"${request.path}" is not a legal path (${path.error.reason}).`);
  const address = parseAddress(request.fragment);
  if (!address.ok) return fail("invalid-request", `"${request.fragment}" names no place: ${address.error.detail}.`);
  const contentHash = request.contentHash as Hash;
  const place = { path: path.value, contentHash, fragment: formatAddress(address.value) };
  if (request.changeId === undefined)
    return ok({ ...place, changeId: null, quote: request.quote?.trim() ? cut(request.quote) : null });
  const subject = side.review === null ? undefined : reviewedPath(side.review, path.value);
  const change = subject?.verdicts.find((verdict) => verdict.change.id === request.changeId)?.change;
  if (subject === undefined || change === undefined)
    return fail("base-moved", "The change that this is about is not there any more. Nothing was saved.", {
      version: side.version,
    });
  // The change says itself where it is, and in which version that counts.
  const counted = entryHash(change.kind === "removed" ? subject.delta.before : subject.delta.after);
  return ok({
    path: subject.delta.path,
    contentHash: counted ?? contentHash,
    fragment: formatAddress(change.address),
    changeId: change.id,
    quote: quoteOf(change.after ?? change.before) ?? (request.quote?.trim() ? cut(request.quote) : null),
  });
}

async function isVersion(services: Services, side: ThreadsSide, path: Path, hash: Hash): Promise<boolean> {
  if (getFile(side.tree, path)?.hash === hash) return true;
  const subject = side.review === null ? undefined : reviewedPath(side.review, path);
  // A folder that came or went has no bytes, and can be spoken of all the same.
  if (subject && [subject.delta.before, subject.delta.after].some((entry) => entryHash(entry) === hash)) return true;
  return (await fileVersions(services, side.workspaceId, path)).has(hash);
}

function quoteOf(value: Value | undefined): string | null {
  const text =
    value === undefined
      ? ""
      : value.type === "cell"
        ? displayText(value)
        : value.type === "cells"
          ? Object.values(value.cells)
              .map((cell) => displayText(cell))
              .filter((cell) => cell !== "")
              .join(" · ")
          : value.type === "name"
            ? value.name
            : "text" in value
              ? value.text
              : "";
  return text.trim() === "" ? null : cut(text);
}

/** Whole characters; what PostgreSQL cannot hold is left out. */
function cut(text: string): string {
  const clean = text
    .replaceAll("\0", "")
    .replaceAll(/\p{Cs}/gu, "\ufffd")
    .trim();
  const characters = Array.from(clean);
  return characters.length <= QUOTE_LIMIT ? clean : `${characters.slice(0, QUOTE_LIMIT - 1).join("")}…`;
}
