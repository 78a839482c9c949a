/**
 * Names, cells, paragraphs, slides, notebooks, comments, messages and tool calls full of markup and bidi controls, on every
 * screen: nothing executes, nothing becomes an element, nothing breaks the content security policy.
 */
import type { Page } from "@playwright/test";

import { buildDocument, p } from "../lib/formats/docx/testing/build.ts";
import { buildDeck } from "../lib/formats/pptx/testing/deck-builder.ts";
import { buildWorkbook } from "../lib/formats/xlsx/testing/build.ts";
import { sha256 } from "../lib/shared/sha256.ts";
import { address, expect, test, watch } from "./support/fixtures.ts";
import { importedWorkspace } from "./support/staged.ts";

const MARKUP = `<img src=nowhere onerror="window.executed=1"><script>window.executed=2</script>`;
const TEXT = `${MARKUP} \u202Egnol javascript:alert(1) {{7*7}} \${7*7}`;
const NAME = "<img src=nowhere onerror=executed=3>\u202Etxt";
const xml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const notebook = (text: string) =>
  Buffer.from(
    JSON.stringify({
      nbformat: 4,
      nbformat_minor: 4,
      metadata: {},
      cells: [
        { cell_type: "markdown", metadata: {}, source: text },
        {
          cell_type: "code",
          metadata: {},
          execution_count: 1,
          source: text,
          outputs: [
            {
              output_type: "execute_result",
              execution_count: 1,
              metadata: {},
              data: { "text/html": text, "text/plain": text },
            },
            {
              output_type: "display_data",
              metadata: {},
              data: { "image/svg+xml": `<svg onload="window.executed=4"/>` },
            },
          ],
        },
      ],
    }),
  );
const deck = (text: string) =>
  buildDeck({ slides: [{ id: 256, boxes: [{ id: 2, kind: "title" as const, text: [text] }] }] });
const both = (make: (text: string) => Uint8Array): readonly [Uint8Array, Uint8Array] => [
  make(`a ${TEXT}`),
  make(`b ${TEXT}`),
];

const FILES: readonly (readonly [name: string, versions: readonly [Uint8Array, Uint8Array]])[] = [
  [`${NAME}.md`, both((text) => Buffer.from(`# ${text}\n`))],
  ["table.csv", both((text) => Buffer.from(`id,text\n1,"${text.replaceAll('"', '""')}"\n`))],
  ["book.xlsx", both((text) => Buffer.from(buildWorkbook([{ name: "Sheet", rows: [[text]] }])))],
  ["memo.docx", both((text) => buildDocument(p(text)))],
  ["deck.pptx", both(deck)],
  ["notes.ipynb", both(notebook)],
  [
    "picture.svg",
    both((text) =>
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="window.executed=5">${xml(text)}</svg>`),
    ),
  ],
];

async function send(page: Page, method: string, at: string, data?: unknown, headers: Record<string, string> = {}) {
  const response = await page.request.fetch(`${address()}${at}`, {
    method,
    headers: { origin: address(), ...headers },
    ...(data === undefined ? {} : { data: data as Buffer }),
  });
  expect(response.ok(), `${method} ${at}: ${response.status()} ${await response.text()}`).toBe(true);
  return (await response.json()) as Record<string, string>;
}

test("markup from files, agents and people stays text on every screen", async ({ mara }) => {
  test.setTimeout(600_000);
  const faults = watch(mara);
  const files = new Map(FILES.map(([name, [base]]) => [name, base]));
  const slug = await importedWorkspace(mara, `Hostile ${TEXT}`.slice(0, 80), files);
  const api = `/api/workspaces/${slug}`;
  const chat = await send(mara, "POST", `${api}/branches`, { kind: "chat", name: TEXT.slice(0, 80) });
  const at = `${api}/branches/${chat["id"] ?? ""}`;
  await send(mara, "POST", `${at}/turn`, { title: TEXT });
  await send(mara, "POST", `${at}/messages`, { role: "agent", text: TEXT });
  await send(mara, "POST", `${at}/calls`, { tool: MARKUP, summary: TEXT, input: TEXT, output: TEXT });
  await send(mara, "DELETE", `${at}/turn`);
  for (const [name, [base, staged]] of FILES)
    await send(mara, "PUT", `${at}/file?path=${encodeURIComponent(name)}`, Buffer.from(staged), {
      "if-match": `"${sha256(base)}"`,
      "content-type": "application/octet-stream",
    });
  await comment(mara, slug, chat["id"] ?? "", FILES[1]?.[0] ?? "", FILES[1]?.[1][1] ?? new Uint8Array());

  const branch = `/w/${slug}/branches/${chat["id"] ?? ""}`;
  const screens = [
    "/workspaces",
    ...["inbox", "branches", "files", "search?q=onerror", "history", "settings", "settings/log"].map(
      (one) => `/w/${slug}/${one}`,
    ),
    ...FILES.map(([name]) => `/w/${slug}/files?path=${encodeURIComponent(name)}`),
    ...FILES.map(([name]) => `${branch}/review?path=${encodeURIComponent(name)}`),
    `${branch}/trace`,
    `${branch}/stale`,
  ];
  for (const screen of screens) {
    await mara.goto(`${address()}${screen}`);
    await expect(mara.getByRole("main").first()).toBeVisible();
    await mara.waitForLoadState("networkidle");
    const found = await mara.evaluate(() => ({
      executed: (globalThis as { executed?: number }).executed ?? null,
      injected: document.querySelectorAll('img[src="nowhere"], script:not([src]):not([nonce])').length,
    }));
    expect(found, screen).toEqual({ executed: null, injected: 0 });
  }
  expect(faults).toEqual([]);
});

async function comment(page: Page, slug: string, branch: string, path: string, staged: Uint8Array): Promise<void> {
  const place = { branch, path, contentHash: sha256(staged), fragment: "cell=B2", quote: TEXT };
  await send(page, "POST", `/api/workspaces/${slug}/threads`, { ...place, text: TEXT });
}
