import { expect, it } from "vitest";

import type { PromotionView } from "../../lib/contracts/promotions.ts";
import { versionsOf } from "./file-versions.ts";

const hash = (digit: string) => digit.repeat(64);
const promotion = (number: number, paths: PromotionView["paths"]): PromotionView => ({
  number,
  kind: "promotion",
  rollsBack: [],
  rolledBackBy: null,
  author: { id: "u", name: "U" },
  message: "",
  at: "2026-09-30T10:00:00Z",
  branch: null,
  planHash: hash("0"),
  before: hash("0"),
  after: hash("0"),
  paths,
  checks: [],
  auditHead: hash("0"),
});
const touch = (path: string, before: string | null, after: string | null, fromPath?: string) => ({
  path,
  before,
  after,
  changes: 1,
  ...(fromPath === undefined ? {} : { fromPath }),
});

it("follows a file through edits and a move to what was imported", () => {
  const history = [
    promotion(3, [touch("b.xlsx", hash("2"), hash("3"))]),
    promotion(2, [touch("b.xlsx", hash("2"), hash("2"), "a.xlsx"), touch("other", null, hash("9"))]),
    promotion(1, [touch("a.xlsx", hash("1"), hash("2"))]),
  ];
  expect(
    versionsOf("b.xlsx", hash("3"), history).map(({ hash: h, path, promotion: p, accepted }) => [
      h[0],
      path,
      p?.number ?? null,
      accepted,
    ]),
  ).toEqual([
    ["3", "b.xlsx", 3, true],
    ["2", "b.xlsx", 2, false],
    ["2", "a.xlsx", 1, false],
    ["1", "a.xlsx", null, false],
  ]);
});

it("knows an untouched file by what is accepted, and a new one not at all", () => {
  expect(versionsOf("a", hash("1"), [])).toEqual([{ hash: hash("1"), path: "a", promotion: null, accepted: true }]);
  expect(versionsOf("a", null, [])).toEqual([]);
});

it("lists what a deleted file was, and marks as accepted only the newest of equal versions", () => {
  const history = [promotion(2, [touch("a", hash("1"), null)]), promotion(1, [touch("a", null, hash("1"))])];
  expect(versionsOf("a", null, history).map(({ hash: h, accepted }) => [h[0], accepted])).toEqual([["1", false]]);
  const back = [
    promotion(3, [touch("a", hash("2"), hash("1"))]),
    promotion(2, [touch("a", hash("1"), hash("2"))]),
    promotion(1, [touch("a", null, hash("1"))]),
  ];
  expect(versionsOf("a", hash("1"), back).map(({ hash: h, accepted }) => [h[0], accepted])).toEqual([
    ["1", true],
    ["2", false],
    ["1", false],
  ]);
});
