/** PDF pages and pictures in a review, and pages as LibreOffice prints them: the main path of each, with a person's own files. */
import { expect, test, type Page } from "@playwright/test";

import { pdfOf, pictureOf } from "./support/files.ts";
import { address, freshWorkspace, openAs, watch } from "./support/fixtures.ts";

const WORDS = { before: "Revenue grew by ten percent", after: "Revenue grew by twelve percent" };

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
