/** A deck slide by slide: tabs say what became of each slide, J and K go through its changes, one is rejected beside its text. */
import type { Page } from "@playwright/test";

import { buildDeck, type DeckSpec } from "../lib/formats/pptx/testing/deck-builder.ts";
import { address, expect, test, watch } from "./support/fixtures.ts";
import { stagedWorkspace } from "./support/staged.ts";

const slide = (id: number, title: string, text: string) => ({
  id,
  boxes: [
    { id: 2, kind: "title" as const, text: [title] },
    { id: 3, text: [text], at: [914_400, 2_000_000, 5_000_000, 914_400] as const },
  ],
});
const BASE: DeckSpec = {
  slides: [
    slide(256, "Agenda of the meeting", "Five points"),
    slide(257, "Revenue of the year", "It grows by 10.1 % on two renewals"),
    slide(258, "Risks and what we do", "<img src=x onerror=alert(1)>"),
  ],
};
const STAGED: DeckSpec = {
  slides: [
    slide(256, "Agenda of the meeting", "Five points"),
    slide(259, "Quite another subject here", "Brought in by the agent"),
    slide(257, "Revenue of the year", "It grows by 11.8 % on two renewals"),
    slide(258, "Risks and what we do now", "<img src=x onerror=alert(1)>"),
  ],
};

async function reviewOf(page: Page, base: Uint8Array, staged: Uint8Array): Promise<string> {
  const { slug, branch } = await stagedWorkspace(page, "Slides", [{ name: "deck.pptx", base, staged }]);
  return `${address()}/w/${slug}/branches/${branch}/review?path=deck.pptx`;
}

test("[R1, R2] a deck is reviewed slide by slide, and what it says is never markup", async ({ mara }) => {
  const faults = watch(mara);
  await mara.goto(await reviewOf(mara, buildDeck(BASE), buildDeck(STAGED)));
  const tabs = mara.getByRole("tablist", { name: "Slides" });
  await expect(tabs.getByRole("tab")).toHaveText(["1", "2+ new", /^3/u, /^4/u]);
  await expect(mara.getByText("Not in before: this slide is new.")).toBeVisible();

  await tabs.getByRole("tab").nth(2).click();
  const changes = mara.getByRole("list", { name: "Changes" });
  await expect(changes.getByText("“10.1” → “11.8”")).toBeVisible();
  await expect(mara.getByRole("img", { name: /^Slide 2 before/u }).locator("mark")).toHaveText("removed: 10.1");
  await expect(mara.getByRole("img", { name: /^Slide 3 after/u }).locator("mark")).toHaveText("added: 11.8");
  await changes.getByRole("button", { name: /^Reject/u }).click();
  await expect(mara.getByRole("group", { name: "Decide" }).getByText(/1 of \d+ decided/u)).toBeVisible();

  await mara.keyboard.press("j");
  await mara.keyboard.press("j");
  await expect(tabs.getByRole("tab", { selected: true })).toHaveText(/^4/u);
  await mara.getByRole("radio", { name: "Text" }).click();
  await expect(mara.getByText("<img src=x onerror=alert(1)>")).toHaveCount(2);
  await expect(mara.locator("img[src='x']")).toHaveCount(0);
  await tabs.getByRole("tab").first().click();
  await expect(mara.getByRole("heading", { name: "No change on this slide" })).toBeVisible();
  // The address bar follows a moment later.
  await expect(mara).toHaveURL(/[?&]slide=/u);
  await mara.reload();
  await expect(tabs.getByRole("tab", { selected: true })).toHaveText("1");
  expect(faults).toEqual([]);
});
