/** PDF pages and pictures in a review, and pages as LibreOffice prints them: the main path of each, with a person's own files. */
import { deflateSync } from "node:zlib";

import { expect, test, type Page } from "@playwright/test";

import { address, freshWorkspace, openAs, watch } from "./support/fixtures.ts";

const WORDS = { before: "Revenue grew by ten percent", after: "Revenue grew by twelve percent" };

/** A PDF of these pages, a line of text each. */
function pdfOf(pages: readonly string[]): Buffer {
  const objects: string[] = ["<</Type/Catalog/Pages 2 0 R>>"];
  const kids = pages.map((_, n) => `${4 + n * 2} 0 R`).join(" ");
  objects.push(
    `<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  );
  for (const [n, text] of pages.entries()) {
    const drawn = `BT /F 18 Tf 72 700 Td (${text}) Tj ET`;
    const own = "/Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>";
    objects.push(`<<${own}/Contents ${5 + n * 2} 0 R>>`, `<</Length ${drawn.length}>>stream\n${drawn}\nendstream`);
  }
  let file = "%PDF-1.7\n";
  const places = objects.map((body, n) => {
    const at = file.length;
    file += `${n + 1} 0 obj\n${body}\nendobj\n`;
    return `${String(at).padStart(10, "0")} 00000 n \n`;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}`;
  return Buffer.from(
    `${file}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`,
    "latin1",
  );
}

/** A grey picture of 40 × 20 pixels with a square of another grey. */
function pictureOf(square: number): Buffer {
  const rows = Array.from({ length: 20 }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: 40 }, (__, x) => (x < 10 && y < 10 ? square : 200))]),
  );
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc(body));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.from([0, 0, 0, 40, 0, 0, 0, 20, 8, 0, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function crc(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}

interface Branch {
  readonly id: string;
}

async function branchOf(page: Page, slug: string, name: string): Promise<string> {
  const made = await page.request.post(`${address()}/api/workspaces/${slug}/branches`, {
    data: { kind: "review", name },
    headers: { origin: address() },
  });
  expect(made.ok()).toBe(true);
  return ((await made.json()) as Branch).id;
}

async function put(page: Page, at: { slug: string; branch: string; path: string }, bytes: Buffer): Promise<void> {
  const url = `${address()}/api/workspaces/${at.slug}/branches/${at.branch}/file?path=${encodeURIComponent(at.path)}`;
  const sent = await page.request.put(url, { data: bytes, headers: { origin: address(), "if-none-match": "*" } });
  expect(sent.ok(), await sent.text()).toBe(true);
}

const review = (slug: string, branch: string, path: string) =>
  `/w/${slug}/branches/${branch}/review?path=${encodeURIComponent(path)}`;

test("a new PDF shows its pages, finds words in them, and is decided as a whole", async ({ browser }) => {
  const slug = await freshWorkspace("Pages of a new PDF");
  const page = await openAs(browser, "mara");
  const faults = watch(page);
  const branch = await branchOf(page, slug, "papers");
  await put(page, { slug, branch, path: "papers/letter.pdf" }, pdfOf([WORDS.before, "Second page", WORDS.after]));
  await page.goto(review(slug, branch, "papers/letter.pdf"));
  const pages = page.getByRole("region", { name: "Pages", exact: true });
  await expect(pages.getByText(WORDS.before)).toBeVisible();
  await expect(page.getByText("of 3", { exact: true })).toBeVisible();
  await page.getByPlaceholder("Find").fill("twelve");
  await expect(page.getByText("1 of 1 place")).toBeVisible();
  await page.getByPlaceholder("Find").press("Enter");
  await expect(pages.getByText(WORDS.after)).toBeVisible();
  await page.getByRole("button", { name: /file created/u }).click();
  await expect(page.getByRole("button", { name: /^Accept this file/u })).toBeEnabled();
  expect(faults).toEqual([]);
});

test("a new picture is drawn, with its size and kind", async ({ browser }) => {
  const slug = await freshWorkspace("A new picture");
  const page = await openAs(browser, "mara");
  const faults = watch(page);
  const branch = await branchOf(page, slug, "pictures");
  await put(page, { slug, branch, path: "papers/square.png" }, pictureOf(90));
  await page.goto(review(slug, branch, "papers/square.png"));
  await expect(page.getByText(/PNG · 40 × 20 pixels/u)).toBeVisible();
  await expect(page.locator("img[src^='blob:']")).toBeVisible();
  expect(faults).toEqual([]);
});

test("a workbook as it prints: its pages, or what to install", async ({ browser }) => {
  const slug = await freshWorkspace("As it prints");
  const page = await openAs(browser, "mara");
  const faults = watch(page);
  const branches = await page.request.get(`${address()}/api/workspaces/${slug}/branches`);
  const chat = ((await branches.json()) as { branches: { id: string; kind: string }[] }).branches.find(
    ({ kind }) => kind === "chat",
  );
  await page.goto(`${review(slug, chat?.id ?? "", "model/Q3-model.xlsx")}&look=printed`);
  const printed = page.getByRole("img", { name: "Page 1, staged" });
  const missing = page.getByText("Pages are not drawn on this server");
  await expect(printed.or(missing)).toBeVisible({ timeout: 90_000 });
  await page.getByRole("radio", { name: "Contents" }).click();
  await expect(printed).toHaveCount(0);
  expect(faults).toEqual([]);
});
