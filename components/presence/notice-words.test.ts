import { expect, test } from "vitest";

import type { EventView } from "../../lib/contracts/events.ts";
import { noticeKey, noticeWords } from "./notice-words.ts";

const event = (more: Partial<EventView>): EventView => ({
  ...{ id: "1", workspace: "w", branch: "b", t: 1, seq: 2, by: "u2", type: "decided" },
  ...more,
});

test.each([
  [{ verdict: "accept", count: 3, path: "model/Q3-model.xlsx" }, "Tomas accepted 3 changes in Q3-model.xlsx"],
  [{ verdict: "reject", count: 1, path: "a.txt" }, "Tomas rejected 1 change in a.txt"],
  [
    { type: "thread", what: "created", path: "m/a.xlsx", fragment: "sheet=Revenue&cell=D3" },
    "Tomas commented on D3 in a.xlsx",
  ],
  [{ type: "thread", what: "replied", path: "a.txt", fragment: "" }, "Tomas replied on a.txt"],
  [{ type: "thread", what: "edited", path: "a.txt" }, null],
  [{ type: "review-request", what: "submitted" }, "Tomas asks for a review of this branch"],
  [{ type: "branch" }, null],
  [{ verdict: "accept", count: 1, path: "a\u202Etxt" }, "Tomas accepted 1 change in a⟨U+202E⟩txt"],
] as const)("%j: %s", (more, words) => {
  expect(noticeWords(event(more), "Tomas")).toBe(words);
});

test("decisions of one person on one file share a notice; another verdict, file or person does not", () => {
  const first = event({ verdict: "accept", path: "a.txt", count: 1 });
  expect(noticeKey(first)).toBe(noticeKey({ ...first, id: "2", count: 5 }));
  const others = [{ verdict: "reject" as const }, { path: "b.txt" }, { by: "u3" }].map((more) =>
    noticeKey({ ...first, ...more }),
  );
  expect(new Set([noticeKey(first), ...others]).size).toBe(4);
});
