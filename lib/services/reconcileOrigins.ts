/**
 * Who made the changes of a reconciled file (M6, A1): what the result carries on of the stale operations stays theirs, so
 * that the evidence chain leads to the agent's turn; what is new (a correction, an undone change) is the person's own.
 *
 * A change is recognised by its identity; where the base moved, by its identity along the base's own diff; where it
 * overrides what was accepted since, by what it says. What is not recognised is the person's own: never a guess.
 */
import type { Change, ChangeId } from "../core/change/change.ts";
import { attribute, type AttributionStep, type Provenance } from "../core/decision/attribute.ts";
import { pathChanges } from "../core/decision/path-changes.ts";
import { deltaOf, type PathDelta } from "../core/journal/delta.ts";
import type { JournaledOperation } from "../core/journal/entry.ts";
import type { BranchState, StaleChain } from "../core/journal/state.ts";
import type { Path } from "../core/tree/path.ts";
import { mapGet, mapValues } from "../core/tree/persistent-map.ts";
import { EMPTY_FOLDER_HASH } from "../core/tree/tree.ts";
import type { FormatId } from "../formats/format.ts";
import { formatOf } from "../formats/compare.ts";
import { formatById } from "../formats/registry.ts";
import type { Hash } from "../shared/brand.ts";
import { canonicalJson } from "../shared/canonical-json.ts";
import { compareVersions } from "./compareVersions.ts";
import type { Services } from "./context.ts";
import type { StaleFile } from "./staleFiles.ts";
import { withSources } from "./sources.ts";

type Made = Record<ChangeId, number>;

/** @param after The branch as the reconciliation leaves it. By path there. */
export async function reconcileOrigins(
  services: Services,
  chain: StaleChain,
  files: readonly StaleFile[],
  after: BranchState,
): Promise<Map<Path, Readonly<Made>>> {
  const origins = new Map<Path, Readonly<Made>>();
  const deltas = deltaOf(after.base, after.current, mapValues(after.live));
  for (const file of files) {
    const paths = new Set([file.key, file.basePath, file.acceptedPath, file.stagedPath]);
    for (const delta of deltas) {
      if (!paths.has(delta.path)) continue;
      const made = {
        ...(await ofPath(services, chain, delta)),
        ...(await ofContents(services, after, chain, file, delta)),
      };
      if (Object.keys(made).length > 0) origins.set(delta.path, { ...origins.get(delta.path), ...made });
    }
  }
  return origins;
}

/** That it came, went or moved. */
async function ofPath(services: Services, { operations }: StaleChain, delta: PathDelta): Promise<Made> {
  const made: Made = {};
  const { path, after } = delta;
  const hash = after?.kind === "file" ? after.hash : null;
  const textual =
    hash !== null &&
    (await withSources(
      services,
      path,
      [hash],
      async (source) => source !== null && (await formatOf(source)).id === "text",
    ));
  for (const change of pathChanges(delta, textual)) {
    const maker = operations.findLast((operation) => didToPath(operation, change, delta));
    if (maker !== undefined) made[change.id] = maker.seq;
  }
  return made;
}

function didToPath({ kind, path, toPath, resultHash }: JournaledOperation, change: Change, delta: PathDelta): boolean {
  if (change.kind === "removed")
    return (kind === "delete" || kind === "rmdir" || kind === "move") && path === delta.path;
  if (change.kind === "moved") return kind === "move" && toPath === delta.path;
  if ((toPath ?? path) !== delta.path || resultHash === null) return false;
  return change.facet !== "content" || (delta.after?.kind === "file" && delta.after.hash === resultHash);
}

async function ofContents(
  services: Services,
  state: BranchState,
  chain: StaleChain,
  file: StaleFile,
  { path, before, after }: PathDelta,
): Promise<Made> {
  const { base, staged } = file;
  if (base === null || staged === null || file.folder || before?.kind !== "file" || after?.kind !== "file") return {};
  if (before.hash === after.hash) return {};
  const makers = await makersOf(services, state, chain, file, base);
  const carried = (await compareVersions(services, path, base, staged)).changes;
  const result = (await compareVersions(services, path, before.hash, after.hash)).changes;
  const made: Made = {};
  const left = new Map(result.map((change) => [change.id, change]));
  const give = (id: ChangeId | undefined, maker: Provenance): boolean => {
    if (id === undefined || !left.delete(id)) return false;
    made[id] = maker.seq;
    return true;
  };
  const same = await follower(services, path, base, before.hash);
  const overriding: [Change, Provenance][] = [];
  for (const change of carried) {
    const maker = makers.get(change.id);
    if (maker !== undefined && !give(same(change)?.id, maker)) overriding.push([change, maker]);
  }
  const samePlaces = staged === after.hash;
  for (const [change, maker] of overriding) {
    const says = meaning(change, samePlaces);
    give([...left.values()].find((other) => meaning(other, samePlaces) === says)?.id, maker);
  }
  return made;
}

/** What a change leaves behind, whatever it replaced; with its place where both count in the same version. */
const meaning = ({ address, facet, after, kind, beforeAddress }: Change, withPlace: boolean): string =>
  canonicalJson([
    facet,
    after ?? { gone: withPlace ? null : [kind, beforeAddress ?? address] },
    withPlace ? address : null,
  ]);

/** A change as it is identified after the base moved. */
async function follower(
  services: Services,
  path: Path,
  from: Hash,
  to: Hash,
): Promise<(change: Change) => Change | null> {
  if (from === to) return (change) => change;
  const move = await compareVersions(services, path, from, to);
  if (!move.complete) return () => null;
  const format = formatById(move.format as FormatId);
  return (change) => (change.address.kind === "file" ? change : format.follow(change, move));
}

/** Which operation of the chain made each change from its base to the staged content. */
async function makersOf(
  services: Services,
  state: BranchState,
  { operations }: StaleChain,
  { key, basePath, stagedPath }: StaleFile,
  base: Hash,
): Promise<Map<ChangeId, Provenance>> {
  const paths = new Set<Path | null>([key, basePath, stagedPath]);
  const steps: AttributionStep[] = [];
  for (const { seq, actor, path, toPath, resultHash, origins } of operations) {
    if (!paths.has(toPath ?? path)) continue;
    const isFile = resultHash !== null && resultHash !== EMPTY_FOLDER_HASH && resultHash !== base;
    const changes = isFile ? (await compareVersions(services, key, base, resultHash)).changes : [];
    steps.push({
      seq,
      actor,
      changeIds: new Set(changes.map(({ id }) => id)),
      ...(origins === undefined ? {} : { origins: earlier(state, origins) }),
    });
  }
  return attribute(steps);
}

function earlier(state: BranchState, origins: Readonly<Record<ChangeId, number>>): Map<ChangeId, Provenance> {
  const found = new Map<ChangeId, Provenance>();
  for (const [id, seq] of Object.entries(origins)) {
    const operation = mapGet(state.operations, String(seq));
    if (operation) found.set(id as ChangeId, { seq, actor: operation.actor });
  }
  return found;
}
