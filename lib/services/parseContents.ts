/**
 * The worker's part of the parsed cache: reads contents that have no record yet and keeps what they say, or why they
 * cannot be read (P4). Content that has its record by now is not read again. When a job's contents are done, the
 * workspace that asked is told, so that open screens read again.
 */
import { nameOf, parsePath } from "../core/tree/path.ts";
import { formatOf } from "../formats/compare.ts";
import type { FormatId } from "../formats/format.ts";
import { publish } from "../events/publish.ts";
import type { ParseJob } from "../jobs/queues.ts";
import { parserOf, type ParsedText } from "../parsing/records.ts";
import type { Hash } from "../shared/brand.ts";
import { saveRecord, type NewPage, type RecordState } from "../store/records.ts";
import type { Services } from "./context.ts";
import { withoutRecord, type FileAt } from "./records.ts";
import { vectorOf, wordsOfPage } from "./searchWords.ts";
import { withSources } from "./sources.ts";

export type ParsingServices = Pick<Services, "blobs" | "caches" | "db" | "now" | "parser">;

/** @throws where a reading was stopped by the end of this process: the job is run again. */
export async function parseContents(
  services: ParsingServices,
  { workspace, branch, contents }: ParseJob,
  stopping: () => boolean = () => false,
): Promise<void> {
  const named = contents.flatMap(({ hash, name }): FileAt[] => {
    const path = parsePath(name);
    return path.ok ? [{ path: path.value, hash: hash as Hash }] : [];
  });
  for (const file of await withoutRecord(services, named)) {
    if (await services.blobs.has(file.hash)) await parseOne(services, file, stopping);
  }
  await tell(services, workspace, branch, contents.length);
}

async function parseOne(services: ParsingServices, file: FileAt, stopping: () => boolean): Promise<void> {
  let parsed = await read(services, file);
  // What was given up may have been the machine's fault: once more, and then it is the file's (P4).
  if (parsed.error?.reason === "gave-up" && !stopping()) parsed = await read(services, file);
  if (parsed.error?.reason === "gave-up" && stopping()) throw new Error("Stopped before the content was read");
  const { error, cut } = parsed;
  const format = error?.reason === "gave-up" ? await told(services, file) : parsed.format;
  const state: RecordState = error === null ? "current" : error.reason === "unsupported" ? "unsupported" : "failed";
  await saveRecord(
    services.db,
    {
      contentHash: file.hash,
      parser: parserOf(format),
      format,
      state,
      reason: error === null ? (cut ? CUT : null) : `${error.reason}: ${error.detail}`,
      parsedAt: new Date(services.now()),
    },
    parsed.pages.map((page, position): NewPage => ({
      ...page,
      position,
      words: vectorOf(wordsOfPage(page, position)),
    })),
  );
}

/** The format that reading was given up by: another version of it may fare better. */
const told = (services: ParsingServices, { path, hash }: FileAt): Promise<FormatId> =>
  withSources(services, nameOf(path), [hash], async (source) =>
    source === null ? "bytes" : (await formatOf(source)).id,
  );

const CUT = "Only the first 16 million characters are indexed.";

const read = (services: ParsingServices, { path, hash }: FileAt): Promise<ParsedText> =>
  withSources(services, nameOf(path), [hash], (source) => {
    if (source === null) throw new Error("A hash names a source");
    return services.parser.records(source);
  });

/** A workspace that is gone by now is told nothing. */
async function tell(services: ParsingServices, workspaceId: string, branchId: string | null, contents: number) {
  await services.db.transaction(async (tx) => {
    const there = await tx.workspace.findUnique({ where: { id: workspaceId }, select: { id: true } });
    if (there === null) return;
    await publish(
      tx,
      { workspaceId, ...(branchId === null ? {} : { branchId }), type: "records", body: { contents } },
      new Date(services.now()),
    );
  });
}
