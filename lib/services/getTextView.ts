/** The three texts of a text file: before, staged, planned. Past a limit they are cut, and the answer says so. */
import type { TextView } from "../contracts/changes.ts";
import { decode } from "../formats/text/encoding.ts";
import type { Hash } from "../shared/brand.ts";
import { ok } from "../shared/result.ts";
import { loadBranch } from "./branchState.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Outcome } from "./failure.ts";
import { plannedHash } from "./planned.ts";
import { reviewBranch, reviewedPath } from "./reviewBranch.ts";
import { entryHash } from "../core/tree/tree.ts";

const MAX_BYTES = 8 * 1024 ** 2;

export async function getTextView(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
  path: string,
): Outcome<TextView> {
  const branch = await loadBranch(services, principal, slug, branchId, "viewer");
  if (!branch.ok) return branch;
  const { state, version } = branch.value;
  const subject = reviewedPath(await reviewBranch(services, branchId, state), path);
  if (!subject) return fail("not-found", `"${path}" is not changed on this branch.`, { version });
  if (subject.compared.format !== "text") return fail("unreadable", `"${path}" is not reviewed as text.`, { version });
  const planned = await plannedHash(services, subject);
  const before = await textOf(services, entryHash(subject.delta.before));
  const staged = await textOf(services, entryHash(subject.delta.after));
  const result = planned === "unknown" ? { text: null, truncated: false } : await textOf(services, planned);
  return ok({
    version,
    path: subject.delta.path,
    before: before.text,
    staged: staged.text,
    planned: result.text,
    plannedHash: planned === "unknown" ? null : planned,
    language: languageOf(path),
    truncated: before.truncated || staged.truncated || result.truncated,
  });
}

async function textOf(services: Services, hash: Hash | null): Promise<{ text: string | null; truncated: boolean }> {
  if (hash === null) return { text: null, truncated: false };
  const blob = await services.blobs.open(hash);
  if (!blob) throw new Error(`Blob ${hash} is not in the store`);
  try {
    const bytes = await blob.read(0, Math.min(blob.size, MAX_BYTES));
    const decoded = decode(bytes);
    return { text: decoded.ok ? decoded.value.content.toString("utf8") : null, truncated: blob.size > MAX_BYTES };
  } finally {
    await blob.close();
  }
}

const LANGUAGES: Readonly<Record<string, string>> = {
  md: "markdown",
  markdown: "markdown",
  json: "json",
  yaml: "yaml",
  yml: "yaml",
  py: "python",
  sql: "sql",
  js: "javascript",
  mjs: "javascript",
  ts: "typescript",
  css: "css",
  html: "html",
  xml: "xml",
  sh: "shell",
  ini: "ini",
  toml: "ini",
  r: "r",
};

/** As monaco names it; plain text where it knows none. */
const languageOf = (path: string): string => LANGUAGES[path.split(".").at(-1)?.toLowerCase() ?? ""] ?? "plaintext";
