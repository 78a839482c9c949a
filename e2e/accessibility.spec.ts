/** axe on every screen, light and dark: no serious or critical finding. The grid's own roles are excepted, by name. */
import AxeBuilder from "@axe-core/playwright";

import { address, agentBranch, expect, freshWorkspace, test, watch } from "./support/fixtures.ts";

/** Handsontable renders a table with roles of its own that axe does not accept together; nothing else is excepted. */
const GRID = ".handsontable";

for (const theme of ["light", "dark"] as const) {
  test(`every screen passes axe, ${theme}`, async ({ mara }) => {
    test.setTimeout(900_000);
    const faults = watch(mara);
    const slug = await freshWorkspace("Screens");
    const branch = await agentBranch(mara, slug);
    await mara.context().addCookies([{ name: "theme", value: theme, url: address() }]);
    const review = `/w/${slug}/branches/${branch}/review`;
    const screens: readonly (readonly [name: string, at: string, ready: RegExp])[] = [
      ["workspaces", "/workspaces", /Screens/u],
      ["branches", `/w/${slug}/branches`, /refresh Q3 numbers/u],
      ["review-sheet", `${review}?path=model%2FQ3-model.xlsx&sheet=Revenue`, /Revenue/u],
      ["review-text", `${review}?path=notes%2Fboard-notes.md`, /board-notes\.md/u],
      ["review-moved", `${review}?path=archive%2F2026%2FQ2-model.xlsx`, /moved/u],
      ["review-deleted", `${review}?path=archive%2Fscratch.txt`, /deleted/u],
      ["review-slides", `${review}?path=deck%2Fq3-board.pptx`, /changes? on this slide/u],
      ["review-document", `${review}?path=memo%2Fcfo-memo.docx`, /Redline/u],
      ["review-pages", `${review}?path=audit%2Fledger-extract-q3.pdf`, /Staged/iu],
      ["review-notebook", `${review}?path=survey%2Fanalysis.ipynb`, /Cell|cell/u],
      ["review-picture", `${review}?path=charts%2Frevenue-by-line.png`, /Swipe/u],
      ["review-table", `${review}?path=model%2Ffx-rates.csv`, /Table/u],
      ["trace", `/w/${slug}/branches/${branch}/trace?t=3`, /Δ at t = 3/u],
      ["search", `/w/${slug}/search?q=services`, /services/iu],
      ["inbox", `/w/${slug}/inbox`, /Inbox/u],
      ["file", `/w/${slug}/files?path=memo%2Fcfo-memo.docx`, /cfo-memo\.docx/u],
      ["members", `/w/${slug}/settings`, /Mara Lindqvist/u],
      ["tokens", `/w/${slug}/settings/tokens`, /token/iu],
      ["log", `/w/${slug}/settings/log`, /chain/iu],
      ["stale", `/w/${slug}/branches/${branch}/stale`, /base moved/u],
      ["files", `/w/${slug}/files`, /README\.md/u],
      ["history", `/w/${slug}/history`, /pricing|Promotion/iu],
      ["not-found", `/w/${slug}/nowhere`, /not/iu],
    ];
    for (const width of [1440, 1024]) {
      await mara.setViewportSize({ width, height: 900 });
      for (const [name, at, ready] of screens) {
        await mara.goto(`${address()}${at}`);
        await expect(mara.locator("body")).toContainText(ready);
        await mara.waitForLoadState("networkidle");
        await mara.screenshot({ path: `test-results/screens/${name}-${theme}-${width}.png` });
        if (width !== 1440) continue;
        const { violations } = await new AxeBuilder({ page: mara }).exclude(GRID).analyze();
        const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
        expect
          .soft(
            serious.map(({ id, nodes }) => `${name}: ${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`),
          )
          .toEqual([]);
      }
    }
    expect(faults.filter((fault) => !/404/u.test(fault))).toEqual([]);
  });
}
