/** What every browser test starts from: the server's address, demo people signed in, a workspace that nobody else touches. */
import path from "node:path";
import { pathToFileURL } from "node:url";

import { expect, test as base, type Browser, type Page } from "@playwright/test";

interface SeedBundle {
  seedDemo(options: {
    databaseUrl: string;
    dataFolder: string;
    say: (line: string) => void;
    name?: string;
  }): Promise<string>;
}

const required = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run through playwright.config.ts`);
  return value;
};

export const address = (): string => required("E2E_ADDRESS");

/** A demo workspace of its own: the agent's session replayed anew. Returns its slug. */
export async function freshWorkspace(name: string): Promise<string> {
  const bundle = (await import(pathToFileURL(path.resolve(".build", "seed.mjs")).href)) as SeedBundle;
  return bundle.seedDemo({
    databaseUrl: required("E2E_DATABASE_URL"),
    dataFolder: required("E2E_DATA"),
    say: () => undefined,
    name,
  });
}

export async function signIn(page: Page, person: "mara" | "tomas"): Promise<void> {
  const response = await page.request.post(`${address()}/api/demo`, {
    data: { person },
    headers: { origin: address() },
  });
  expect(response.ok()).toBe(true);
}

/** A browser of its own, signed in. */
export async function openAs(browser: Browser, person: "mara" | "tomas"): Promise<Page> {
  const context = await browser.newContext({
    baseURL: address(),
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await signIn(page, person);
  return page;
}

interface BranchAnswer {
  readonly branches: readonly { readonly id: string; readonly name: string; readonly kind: string }[];
}

/** The agent's branch of a demo workspace. */
export async function agentBranch(page: Page, slug: string): Promise<string> {
  const response = await page.request.get(`${address()}/api/workspaces/${slug}/branches`);
  const { branches } = (await response.json()) as BranchAnswer;
  const chat = branches.find(({ kind }) => kind === "chat");
  if (!chat) throw new Error(`No chat branch in ${slug}`);
  return chat.id;
}

export async function treeHash(page: Page, slug: string): Promise<string> {
  const response = await page.request.get(`${address()}/api/workspaces/${slug}`);
  return ((await response.json()) as { treeHash: string }).treeHash;
}

/** Until a text file's hunks stand there: keys that step through them do nothing before. */
export async function hunksReady(page: Page): Promise<void> {
  await expect(page.getByText(/^(\d+ hunks|Hunk \d+ of)/u).first()).toBeVisible();
}

/** Collects what a page must not do: log errors, break the content security policy, throw. */
export function watch(page: Page): readonly string[] {
  const faults: string[] = [];
  page.on("console", (message) => {
    if (message.type() !== "error") return;
    const { url } = message.location();
    faults.push(url === "" ? message.text() : `${message.text()} (${url})`);
  });
  page.on("pageerror", (error) => faults.push(error.message));
  return faults;
}

export const test = base.extend<{ mara: Page }>({
  mara: async ({ browser }, use) => {
    const page = await openAs(browser, "mara");
    await use(page);
    await page.context().close();
  },
});
export { expect };
