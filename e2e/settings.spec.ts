/** Settings: an invitation makes an account, an agent's token reads and is refused, a removed member's page ends. */
import { address, expect, freshWorkspace, openAs, test, watch } from "./support/fixtures.ts";

test("invite, join with a new account, remove: the open page ends; the log says all of it", async ({
  mara,
  browser,
}) => {
  const slug = await freshWorkspace("Settings journey");
  const faults = watch(mara);
  await mara.goto(`/w/${slug}/settings/members`);
  await mara.getByRole("link", { name: "Invite somebody…" }).click();
  await mara.getByRole("dialog").getByText("reviewer", { exact: true }).click();
  await mara.getByRole("button", { name: "Make a link as reviewer" }).click();
  const link = await mara.getByLabel("Invitation link").inputValue();
  await mara.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  await expect(mara.getByText("whoever holds the link")).toBeVisible();

  const context = await browser.newContext({ baseURL: address(), reducedMotion: "reduce" });
  const page = await context.newPage();
  const theirFaults = watch(page);
  await page.goto(new URL(link).pathname);
  await page.getByLabel("Name").fill("Ines <b>Roth</b>");
  await page.getByLabel("E-mail").fill(`ines-${slug}@northfield.example`);
  await page.getByLabel("Password", { exact: false }).first().fill("a long password");
  await page.getByRole("button", { name: "Make an account and join" }).click();
  await expect(page).toHaveURL(new RegExp(`/w/${slug}`));
  await page.goto(`/w/${slug}/settings/log`);
  await expect(page.getByText("Audit log: needs the role maintainer")).toBeVisible();

  await mara.goto(`/w/${slug}/settings/members`);
  await mara.getByRole("button", { name: "Acts on Ines <b>Roth</b>" }).click();
  await mara.getByRole("menuitem", { name: "Remove from the workspace…" }).click();
  await mara.getByRole("button", { name: "Remove Ines <b>Roth</b>" }).click();
  await expect(page.getByRole("link", { name: "All workspaces" })).toBeVisible();

  await mara.goto(`/w/${slug}/settings/log`);
  await expect(mara.getByText("Chain intact")).toBeVisible();
  await expect(mara.getByText("removed Ines <b>Roth</b>, who was reviewer")).toBeVisible();
  // The removed person's own page asks for what it lost: the browser logs those refusals, and nothing else.
  expect([...faults, ...theirFaults.filter((fault) => !fault.includes("404"))]).toEqual([]);
  await context.close();
});

test("an agent's token is shown once, reads, and promotes nothing; revoked, it is refused", async ({ mara }) => {
  const slug = await freshWorkspace("Settings tokens");
  await mara.goto(`/w/${slug}/settings/tokens`);
  await mara.getByRole("button", { name: "Make the first token" }).click();
  await mara.getByLabel("Name").fill("Deck writer");
  await mara.getByRole("button", { name: "Make the token" }).click();
  const secret = await mara.getByLabel("Token", { exact: true }).inputValue();
  await mara.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  await expect(mara.locator("body")).not.toContainText(secret);

  const call = (path: string, method: "GET" | "POST" = "GET") =>
    fetch(`${address()}/api/workspaces/${slug}${path}`, { method, headers: { authorization: `Bearer ${secret}` } });
  const branches = await call("/branches");
  expect(branches.status).toBe(200);
  const [branch] = ((await branches.json()) as { branches: { id: string }[] }).branches;
  const promotion = await call(`/branches/${branch?.id ?? ""}/promotions`, "POST");
  expect(await promotion.json()).toMatchObject({ type: "urn:staged:problem:promotion-needs-a-person" });

  await mara.getByRole("button", { name: "Revoke the token Deck writer…" }).click();
  await mara.getByRole("button", { name: "Revoke the token", exact: true }).click();
  await expect(mara.getByText("revoked", { exact: true })).toBeVisible();
  expect((await call("/branches")).status).toBe(401);
});

test("a role decides what the settings offer", async ({ browser }) => {
  const slug = await freshWorkspace("Settings roles");
  const tomas = await openAs(browser, "tomas");
  await tomas.goto(`/w/${slug}/settings/members`);
  await expect(tomas.getByRole("table")).toBeVisible();
  await expect(tomas.getByRole("link", { name: "Invite somebody…" })).toHaveCount(0);
  await tomas.goto(`/w/${slug}/settings/invitations`);
  await expect(tomas.getByText("Invitations: needs the role owner")).toBeVisible();
  await tomas.goto(`/w/${slug}/settings/log`);
  await expect(tomas.getByText("Chain intact")).toBeVisible();
  await tomas.context().close();
});
