/** The agent's session step by step: every t as it was recorded, from a changed cell to the call that changed it, and back. */
import { address, agentBranch, expect, freshWorkspace, test, watch } from "./support/fixtures.ts";

interface Trace {
  readonly start: { readonly tree: string };
  readonly points: readonly { readonly t: number; readonly current: string }[];
  readonly turns: readonly { readonly calls: readonly { readonly id: string; readonly t: number | null }[] }[];
}

test("[S4] the demo's session is scrubbed to every t, each with its tree, and leads to the review and back", async ({
  mara,
}) => {
  const faults = watch(mara);
  const slug = await freshWorkspace("Trace");
  const branch = await agentBranch(mara, slug);
  const api = `${address()}/api/workspaces/${slug}/branches/${branch}`;
  const trace = (await (await mara.request.get(`${api}/trace`)).json()) as Trace;
  expect(trace.points.length).toBeGreaterThan(10);
  for (const { t, current } of [{ t: 0, current: trace.start.tree }, ...trace.points]) {
    const moment = (await (await mara.request.get(`${api}/moments/${t}`)).json()) as { t: number; current: string };
    expect(moment, `t = ${t}`).toMatchObject({ t, current });
  }

  const place = `${address()}/w/${slug}/branches/${branch}/trace`;
  await mara.goto(`${place}?t=0`);
  const moment = (t: number) => mara.getByRole("heading", { name: `Δ at t = ${t}` });
  await expect(moment(0)).toBeVisible();
  await mara.keyboard.press("Shift+ArrowRight");
  await expect(moment(1)).toBeVisible();
  await mara.keyboard.press("ArrowLeft");
  await expect(moment(0)).toBeVisible();
  await mara.getByRole("radio", { name: "4×" }).click();
  await mara.getByRole("button", { name: /^Play/u }).click();
  // Any later one: a moment lasts a quarter of a second.
  await expect(moment(0)).toBeHidden({ timeout: 60_000 });
  await mara.getByRole("button", { name: "Pause" }).click();

  // From a write to the change in the review that came of it, and from its evidence back to the call.
  const calls = trace.turns.flatMap((turn) => turn.calls.filter(({ t }) => t !== null));
  const last = calls.at(-1);
  await mara.goto(`${place}?step=${last?.id ?? ""}`);
  const made = mara.getByRole("list", { name: "What the call changed" });
  await made.getByRole("link", { name: "in the review" }).first().click();
  await expect(mara).toHaveURL(/\/review\?.*change=/u);
  await mara.getByRole("link", { name: /tool call/u }).click();
  await expect(mara).toHaveURL(new RegExp(`step=${last?.id ?? ""}`, "u"));
  await expect(mara.getByRole("list", { name: "What the call changed" })).toBeVisible();
  expect(faults).toEqual([]);
});
