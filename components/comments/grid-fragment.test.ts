import { expect, test } from "vitest";

import { gridFragment } from "./grid-fragment.ts";

test.each([
  ["D3", "Revenue", "sheet=Revenue&cell=D3"],
  ["D3:E5", "Cash & flow", "sheet=Cash%20%26%20flow&cell=D3:E5"],
  ["row 4", "Revenue", "sheet=Revenue&row=4"],
  ["B2", null, "cell=B2"],
  ["row 4", null, "row=4"],
  ["rows 4–6", "Revenue", null],
  ["D?", "Revenue", null],
  ["", null, null],
])("[R7] %s of %s is %s", (label, sheet, fragment) => {
  expect(gridFragment(label, sheet)).toBe(fragment);
});
