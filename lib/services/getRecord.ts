/** The parsed text of a path in a version, in pages, never without its label (P2). */
import type { RecordView } from "../contracts/records.ts";
import { ok } from "../shared/result.ts";
import { readPages } from "../store/records.ts";
import type { Principal, Services } from "./context.ts";
import type { Outcome } from "./failure.ts";
import { labelView } from "./freshnessViews.ts";
import { bind } from "./records.ts";
import { versionedFile, type WhichFile } from "./versionedFile.ts";

export async function getRecord(
  services: Services,
  principal: Principal,
  slug: string,
  which: WhichFile & { readonly from: number; readonly count: number },
): Outcome<RecordView> {
  const found = await versionedFile(services, principal, slug, which);
  if (!found.ok) return found;
  const { version, path, hash, workspace, state } = found.value;
  const place = { workspaceId: workspace.id, state };
  const [binding] = await bind(services, place, [{ path, hash }], { times: true });
  if (binding === undefined) throw new Error("A file that was asked for is bound");
  const { shown, own } = binding;
  const pages = shown === null ? [] : await readPages(services.db, shown, which.from, which.count);
  return ok({
    version,
    path,
    contentHash: hash,
    label: labelView(binding),
    format: (own ?? shown)?.format ?? null,
    reason: (own ?? shown)?.reason ?? null,
    pageCount: shown?.pageCount ?? 0,
    from: which.from,
    pages: pages.map(({ locator, markdown }) => ({ locator, markdown })),
  });
}
