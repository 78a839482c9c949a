/** Two people at once: who is here, a comment that appears while the other one writes, and the way from the inbox. */
import { address, agentBranch, expect, freshWorkspace, hunksReady, openAs, test, watch } from "./support/fixtures.ts";

const NOTES = "notes/board-notes.md";
const place = (slug: string, branch: string) =>
  `/w/${slug}/branches/${branch}/review?${new URLSearchParams({ path: NOTES }).toString()}`;

test("a comment appears at once while the other person is writing, and loses nothing of theirs", async ({
  browser,
  mara,
}) => {
  const slug = await freshWorkspace("Comments");
  const branch = await agentBranch(mara, slug);
  const tomas = await openAs(browser, "tomas");
  const faults = [watch(mara), watch(tomas)];
  await mara.goto(place(slug, branch));
  await tomas.goto(place(slug, branch));
  const field = (page: typeof mara) => page.getByRole("textbox", { name: /^Comment on/u });
  await expect(field(mara)).toBeVisible();
  await expect(mara.getByText("Tomas Kerr is on this file")).toBeVisible();

  await mara.keyboard.press("c");
  await expect(field(mara)).toBeFocused();
  await mara.keyboard.type("Half of a thought");

  await field(tomas).click();
  await tomas.keyboard.type("Is this @mara");
  await expect(tomas.getByRole("option", { name: /Mara Lindqvist/u })).toBeVisible();
  await tomas.keyboard.press("Enter");
  await tomas.keyboard.type("final?\n<b>not bold</b>");
  await tomas.getByRole("button", { name: "Comment", exact: true }).click();

  const thread = mara.getByRole("article", { name: "Thread of Tomas Kerr" });
  await expect(thread).toContainText("@Mara Lindqvist final?");
  await expect(thread).toContainText("<b>not bold</b>");
  await expect(field(mara)).toBeFocused();
  await expect(field(mara)).toHaveValue("Half of a thought");

  // What is half written outlives a reload; from the inbox one comes to the thread itself.
  await mara.goto(`/w/${slug}/inbox`);
  await mara.getByRole("link", { name: /^Mention: Tomas Kerr.*final/u }).click();
  await expect(mara).toHaveURL(/thread=/u);
  await expect(thread).toBeVisible();
  await expect(field(mara)).toHaveValue("Half of a thought");

  await thread.getByRole("textbox", { name: "Reply in this thread" }).fill("Yes");
  await mara.keyboard.press("Control+Enter");
  await expect(tomas.getByRole("article", { name: "Thread of Tomas Kerr" })).toContainText("Yes");
  await tomas.getByRole("button", { name: "Resolve thread" }).click();
  await expect(thread).toContainText("Resolved by Tomas Kerr");

  await tomas.goto("/workspaces");
  await expect(mara.getByText(/Tomas Kerr is on/u)).toBeHidden();
  await tomas.context().close();
  expect(faults.flat()).toEqual([]);
});

test("a branch is handed over for review, and waits in the other person's inbox", async ({ browser, mara }) => {
  const slug = await freshWorkspace("Handed over");
  const branch = await agentBranch(mara, slug);
  await mara.goto(place(slug, branch));
  await mara.getByRole("button", { name: "Submit…" }).click();
  await mara.getByRole("textbox", { name: "What to look at" }).fill("The notes are final");
  await mara.getByRole("button", { name: /^Submit point/u }).click();
  await expect(mara.getByRole("button", { name: "Submitted" })).toBeVisible();

  const tomas = await openAs(browser, "tomas");
  await tomas.goto(`/w/${slug}/inbox`);
  await tomas.getByRole("link", { name: /asks for a review.*The notes are final/u }).click();
  await expect(tomas).toHaveURL(new RegExp(`branches/${branch}/review`, "u"));
  await tomas.context().close();
});

test("[R7] what was said stands where it was said: on a slide, in a document, in a text", async ({ mara }) => {
  const faults = watch(mara);
  const slug = await freshWorkspace("Said in its place");
  const branch = await agentBranch(mara, slug);
  const open = (path: string) =>
    mara.goto(`${address()}/w/${slug}/branches/${branch}/review?path=${encodeURIComponent(path)}`);
  const say = async (words: string) => {
    await mara.getByRole("textbox", { name: /^Comment on/u }).fill(words);
    await mara.keyboard.press("Control+Enter");
  };
  const mark = /open thread/u;

  await open("memo/cfo-memo.docx");
  const page = mara.getByRole("list", { name: "Document" });
  await expect(page.getByRole("listitem").first()).toBeVisible();
  await mara.keyboard.press("j");
  await expect(page.getByText(mark)).toHaveCount(0);
  await say("Is this the day of the meeting?");
  await expect(page.getByText(mark).first()).toBeVisible();

  await open("notes/board-notes.md");
  await hunksReady(mara);
  await mara.keyboard.press("j");
  await say("Shorter, please.");
  await expect(mara.locator(".text-diff").getByText("1 open thread").first()).toBeVisible();

  await open("deck/q3-board.pptx");
  await mara.getByRole("tab", { name: /^4/u }).click();
  const slide = mara.getByRole("region", { name: "Changes on this slide" });
  await expect(slide.getByText(mark).first()).toBeVisible();
  expect(faults).toEqual([]);
});

test("[R7] an accepted file is spoken about where it lies, and the inbox leads there", async ({ browser, mara }) => {
  const faults = watch(mara);
  const slug = await freshWorkspace("Said about accepted");
  const at = new URLSearchParams({ path: NOTES, view: "comments" }).toString();
  await mara.goto(`/w/${slug}/files?${at}#L1`);
  const field = mara.getByRole("textbox", { name: "Comment on line 1" });
  await field.click();
  await mara.keyboard.type("Whose title is this, @tomas");
  await expect(mara.getByRole("option", { name: /Tomas Kerr/u })).toBeVisible();
  await mara.keyboard.press("Enter");
  await mara.keyboard.press("Control+Enter");
  const said = "Whose title is this, @Tomas Kerr";
  await expect(mara.getByRole("article", { name: "Thread of Mara Lindqvist" })).toContainText(said);

  const tomas = await openAs(browser, "tomas");
  await tomas.goto(`/w/${slug}/inbox`);
  await tomas.getByRole("link", { name: /^Mention: Mara Lindqvist.*Whose title/u }).click();
  await expect(tomas).toHaveURL(/files\?.*view=comments.*thread=/u);
  await expect(tomas.getByRole("article", { name: "Thread of Mara Lindqvist" })).toContainText(said);
  await tomas.context().close();
  expect(faults).toEqual([]);
});
