/** A table's two versions beside each other: they select and scroll as one, and are decided as in place. */
import { workbookOf } from "./support/files.ts";
import { address, expect, test, watch } from "./support/fixtures.ts";
import { stagedWorkspace } from "./support/staged.ts";

test("[R1] base and staged beside each other select and scroll as one", async ({ mara }) => {
  const faults = watch(mara);
  const rows = (edited: boolean) => [
    ["Item", ...Array.from({ length: 30 }, (_, n) => `Month ${n + 1}`)],
    ...Array.from({ length: 120 }, (_, n) => [
      `Item ${n}`,
      ...Array.from({ length: 30 }, (__, m) => n * 100 + m + (edited && m === 0 ? 5 : 0)),
    ]),
    ...(edited ? [["Item that came", ...Array.from({ length: 30 }, () => 1)]] : []),
  ];
  const file = { name: "months.xlsx", base: workbookOf(rows(false)), staged: workbookOf(rows(true)) };
  const { slug, branch } = await stagedWorkspace(mara, "Side by side", [file]);
  await mara.goto(`${address()}/w/${slug}/branches/${branch}/review?path=${file.name}`);
  await mara.getByRole("radio", { name: "Side by side" }).click();
  await expect(mara).toHaveURL(/view=side/u);
  const before = mara.getByRole("region", { name: /^Before: / });
  const staged = mara.getByRole("region", { name: /^Staged: / });
  await expect(before.getByText("Item 3", { exact: true }).first()).toBeVisible();
  await expect(staged.getByText("Item 3", { exact: true }).first()).toBeVisible();

  await mara.keyboard.press("j");
  await expect(before.locator("td.mirrored")).toHaveText("0");
  await expect(staged.locator("td.current")).toHaveText("5");
  const decide = mara.getByRole("group", { name: "Decide" });
  await mara.keyboard.press("a");
  await expect(decide.getByText(/^1 of \d+ decided/u)).toBeVisible();

  const place = (of: typeof before) =>
    of.locator(".ht_master .wtHolder").evaluate(({ scrollTop, scrollLeft }) => [scrollTop, scrollLeft]);
  await before.locator(".ht_master .wtHolder").evaluate((element) => element.scrollTo(400, 900));
  await expect.poll(() => place(staged)).toEqual([900, 400]);
  await staged.locator(".ht_master .wtHolder").evaluate((element) => element.scrollTo(0, 100_000));
  await expect(staged.getByText("Item that came").first()).toBeVisible();
  expect(await place(before)).toEqual(await place(staged));
  // The row keeps its place in the version that does not have it.
  await expect(before.getByText("Item that came")).toHaveCount(0);
  await expect(before.locator("td.absent").first()).toBeVisible();
  await expect(before.locator("td.absent").first()).toBeVisible();

  await mara.getByRole("radio", { name: "In place" }).click();
  await expect(mara.getByRole("region", { name: /^Before: / })).toHaveCount(0);
  expect(faults).toEqual([]);
});
