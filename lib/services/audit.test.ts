/** The log of a workspace: who reads it, its pages and filters, its chain here and offline (A1). */
import { writeFileSync } from "node:fs";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { run } from "../cli/main.ts";
import type { Principal } from "./context.ts";
import { checkAuditChain, exportAudit, listAudit } from "./audit.ts";
import { auditWords } from "./auditWords.ts";
import { createInvitation } from "./invitations.ts";
import { changeRole } from "./members.ts";
import { renameWorkspace } from "./workspaceSettings.ts";
import { createHarness, must } from "./testing/harness.ts";

const harness = await createHarness();
const { services } = harness;

async function setting() {
  const [owner, ana] = [await harness.person("Owner"), await harness.person("Ana")];
  const slug = await harness.workspace(owner, { "a.txt": "a\n" });
  await harness.member(slug, ana, "reviewer");
  must(await changeRole(services, owner, slug, ana.userId, "maintainer"));
  must(await renameWorkspace(services, owner, slug, "Pack <b>"));
  await harness.branch(ana, slug);
  must(await createInvitation(services, owner, slug, { role: "viewer", days: 1 }));
  return { owner, ana, slug };
}

async function exported(who: Principal, slug: string): Promise<string[]> {
  const text = await must(await exportAudit(services, who, slug)).text();
  return text.trimEnd().split("\n");
}

async function verify(lines: readonly string[], ...more: string[]) {
  const file = path.join(harness.folder, `${services.newId()}.jsonl`);
  writeFileSync(file, lines.map((line) => `${line}\n`).join(""));
  let [out, error] = ["", ""];
  const code = await run(["verify-events", file, ...more], {
    out: (text) => void (out += text),
    error: (text) => void (error += text),
  });
  return { code, said: out + error };
}

describe("the log", () => {
  test("says who did what, newest first, page by page, by person and type", async () => {
    const { owner, ana, slug } = await setting();
    const { entries, people, types, nextCursor } = must(await listAudit(services, ana, slug, { limit: 100 }));
    expect(nextCursor).toBeNull();
    expect(entries.map(({ by, what }) => `${by?.name ?? ""} ${what}`)).toEqual([
      "Owner made an invitation as viewer",
      "Ana moved the branch on",
      "Owner renamed the workspace from “Test” to “Pack <b>”",
      "Owner made Ana maintainer, who was reviewer",
      "Owner made the workspace",
    ]);
    expect(people.map(({ name }) => name)).toEqual(["Ana", "Owner"]);
    expect(types).toEqual(["branch", "invitation", "member", "workspace"]);
    const paged = [];
    for (let cursor: string | undefined; ;) {
      const page = must(await listAudit(services, owner, slug, { limit: 2, ...(cursor ? { cursor } : {}) }));
      paged.push(...page.entries);
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(entries);
    const byAna = must(await listAudit(services, owner, slug, { limit: 9, person: ana.userId }));
    expect(byAna.entries.map(({ type }) => type)).toEqual(["branch"]);
    expect(must(await listAudit(services, owner, slug, { limit: 9, type: "member" })).entries).toHaveLength(1);
    expect(await listAudit(services, owner, slug, { limit: 9, cursor: "x" })).toMatchObject({
      error: { type: "invalid-request" },
    });
  });

  test("[A1] its chain is checked here and offline: an edit, a cut, a reorder, a missing end", async () => {
    const { owner, slug } = await setting();
    const chain = must(await checkAuditChain(services, owner, slug));
    expect(chain).toMatchObject({ events: 5, fault: null });
    const lines = await exported(owner, slug);
    const head = chain.head ?? "";
    expect(await verify(lines)).toEqual({ code: 0, said: `chain intact: 5 events, head ${head}\n` });
    expect((await verify(lines, "--head", head)).code).toBe(0);
    const edited = lines.map((line) => line.replace("maintainer", "owner"));
    expect(await verify(edited)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/line 2, which was edited/) as string,
    });
    expect(await verify(lines.toSpliced(2, 1))).toMatchObject({
      code: 1,
      said: expect.stringMatching(/line 3/) as string,
    });
    expect((await verify([...lines.slice(1, 2), ...lines.slice(0, 1), ...lines.slice(2)])).code).toBe(1);
    expect((await verify(lines.slice(1))).code).toBe(1);
    expect((await verify(lines.slice(0, -1))).code, "a missing end shows by the head alone").toBe(0);
    expect(await verify(lines.slice(0, -1), "--head", head)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/its end is missing/) as string,
    });
    expect((await verify(["nonsense"])).code).toBe(1);
    expect((await verify(lines, "--head", "short")).code).toBe(2);
    expect((await verify([])).code).toBe(0);
  });

  test("[A1] an event that was edited in the database is named", async () => {
    const { owner, slug } = await setting();
    const { id } = await services.db.workspace.findUniqueOrThrow({ where: { slug } });
    const rows = await services.db.event.findMany({ where: { workspaceId: id }, orderBy: { id: "asc" } });
    const target = rows[2];
    if (!target) throw new Error("There are five events");
    // As somebody with the rights of the database's owner could: past the trigger that refuses it.
    await services.db.transaction(async (tx) => {
      await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
      await tx.event.update({ where: { id: target.id }, data: { actorId: "somebody-else" } });
    });
    expect(must(await checkAuditChain(services, owner, slug)).fault).toEqual({ at: String(target.id), fault: "hash" });
  });
});

test("an event that nobody described is called by its type", () => {
  const nameOf = (id: string) => id;
  expect(auditWords("something-new", { path: "a/b.txt" }, nameOf)).toBe("something-new a/b.txt");
  expect(auditWords("thread", { what: "resolved", path: "a.txt" }, nameOf)).toBe("comment thread: resolved a.txt");
  expect(auditWords("decided", { verdict: "accept", count: 14, path: "a.xlsx" }, nameOf)).toBe(
    "accepted 14 changes of a.xlsx",
  );
  expect(auditWords("decided", {}, nameOf)).toBe("decided on changes");
  expect(auditWords("member", { act: "joined", role: "viewer" }, nameOf)).toBe("joined as viewer");
  expect(auditWords("promoted", { number: 3, kind: "rollback", planHash: "a".repeat(64) }, nameOf)).toBe(
    "rolled back as no. 3, plan aaaaaaaa",
  );
});
