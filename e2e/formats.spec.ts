/** A document, a deck, a notebook and a table: one change accepted, one rejected, the rest pending; exactly that is promoted. */
import type { Locator, Page } from "@playwright/test";

import { compareFiles } from "../lib/formats/compare.ts";
import { buildDocument, p } from "../lib/formats/docx/testing/build.ts";
import { memorySource } from "../lib/formats/memory-source.ts";
import { writeZip } from "../lib/formats/ooxml/zip-write.ts";
import { buildDeck } from "../lib/formats/pptx/testing/deck-builder.ts";
import { sha256 } from "../lib/shared/sha256.ts";
import { address, expect, test, treeHash, watch } from "./support/fixtures.ts";

const notebook = (...sources: readonly string[]) =>
  Buffer.from(
    JSON.stringify({
      nbformat: 4,
      nbformat_minor: 4,
      metadata: {},
      cells: sources.map((source) => ({ cell_type: "markdown", metadata: {}, source })),
    }),
  );
const slide = (id: number, text: string) => ({ id, boxes: [{ id: 2, kind: "title" as const, text: [text] }] });

/** Name, base, staged. */
const FILES: readonly (readonly [name: string, base: Uint8Array, staged: Uint8Array])[] = [
  [
    "contract.docx",
    buildDocument(p("The notice period is 30 days.") + p("Payment is due at once.") + p("Signed in Basel.")),
    buildDocument(
      p("The notice period is 45 days.") + p("Payment is due within a month.") + p("Signed in Basel.") + p("Annex."),
    ),
  ],
  [
    "deck.pptx",
    buildDeck({ slides: [slide(256, "Revenue grows"), slide(257, "Costs"), slide(258, "Outlook for the year")] }),
    buildDeck({
      slides: [slide(256, "Revenue grows faster"), slide(257, "Costs"), slide(258, "Outlook for two years")],
    }),
  ],
  ["notes.ipynb", notebook("# Model", "Growth is 3 %.", "End."), notebook("# The model", "Growth is 4 %.", "End.")],
  ["rates.csv", Buffer.from("item,q1\nServices,10\nLicences,30\n"), Buffer.from("item,q1\nServices,11\nLicences,33\n")],
];

/** What shows that a file's own comparison is there. */
const READY: Readonly<Record<string, (page: Page) => Locator>> = {
  docx: (page) => page.getByRole("list", { name: "Document" }).getByRole("listitem").first(),
  pptx: (page) => page.getByRole("list", { name: "Changes" }).getByRole("listitem").first(),
  ipynb: (page) => page.getByRole("list", { name: "Cells" }).getByRole("listitem").first(),
  csv: (page) => page.getByText("Services", { exact: true }).first(),
};

async function call(
  page: Page,
  method: string,
  path: string,
  options: { data?: unknown; headers?: Record<string, string> } = {},
) {
  const response = await page.request.fetch(`${address()}${path}`, {
    method,
    headers: { origin: address(), ...options.headers },
    ...(options.data === undefined ? {} : { data: options.data as Buffer }),
  });
  expect(response.ok(), `${method} ${path}: ${response.status()}`).toBe(true);
  return response;
}

test("[R2, M1] documents, slides, notebooks and tables: what was accepted is promoted, and nothing else", async ({
  mara,
}) => {
  const faults = watch(mara);
  const zip = Buffer.from(writeZip(new Map(FILES.map(([name, base]) => [name, base]))));
  const proposal = (await (
    await call(mara, "POST", "/api/imports/archive?name=formats.zip", { data: zip })
  ).json()) as { import: string };
  const workspace = { name: "Formats", import: proposal.import, confirmRenames: true };
  const { slug } = (await (await call(mara, "POST", "/api/workspaces", { data: workspace })).json()) as {
    slug: string;
  };
  const branches = `/api/workspaces/${slug}/branches`;
  const branch = (await (await call(mara, "POST", branches, { data: { kind: "review", name: "formats" } })).json()) as {
    id: string;
  };
  for (const [name, base, staged] of FILES) {
    const headers = { "if-match": `"${sha256(base)}"`, "content-type": "application/octet-stream" };
    await call(mara, "PUT", `${branches}/${branch.id}/file?path=${name}`, { data: Buffer.from(staged), headers });
  }
  const before = await treeHash(mara, slug);

  for (const [name] of FILES) {
    await mara.goto(`${address()}/w/${slug}/branches/${branch.id}/review?path=${name}`);
    const decide = mara.getByRole("group", { name: "Decide" });
    await expect(READY[name.split(".").at(-1) ?? ""]?.(mara) ?? decide).toBeVisible();
    await mara.keyboard.press("j");
    await mara.keyboard.press("a");
    await expect(decide.getByText(/1 of \d+ decided/u)).toBeVisible();
    await mara.keyboard.press("j");
    await mara.keyboard.press("r");
    await expect(decide.getByText(/2 of \d+ decided/u)).toBeVisible();
  }

  await mara.keyboard.press("Control+Enter");
  const plan = mara.getByRole("dialog");
  const promote = plan.getByRole("button", { name: /^Promote 4 changes/u });
  await promote.click();
  await expect(plan.getByRole("button", { name: "Back to the plan" })).toBeVisible();
  await promote.click();
  await expect.poll(() => treeHash(mara, slug)).not.toBe(before);

  for (const [name, base, staged] of FILES) {
    const wanted = await compareFiles(memorySource(name, base), memorySource(name, staged));
    expect(wanted.changes.length, name).toBeGreaterThan(1);
    const promoted = await (await call(mara, "GET", `/api/workspaces/${slug}/file?path=${name}`)).body();
    const found = await compareFiles(memorySource(name, base), memorySource(name, promoted));
    expect(
      found.changes.map(({ id }) => id),
      name,
    ).toEqual([wanted.changes[0]?.id]);
  }
  expect(faults).toEqual([]);
});
