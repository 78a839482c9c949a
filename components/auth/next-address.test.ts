import { describe, expect, it } from "vitest";

import { HOME, nextAddress, signInAddress } from "./next-address.ts";

describe("nextAddress", () => {
  it("keeps path, query and fragment of this site", () => {
    expect(nextAddress("/w/q3/files?path=a%20b.xlsx#L3")).toBe("/w/q3/files?path=a%20b.xlsx#L3");
  });
  it.each([
    undefined,
    null,
    "",
    "w/q3",
    "//elsewhere.example/x",
    "/\\elsewhere.example/x",
    "/\t/elsewhere.example",
    "https://elsewhere.example",
    "javascript:alert(1)",
    "/sign-in?next=/sign-in",
    "/api/auth/sign-out",
  ])("takes %j for no address", (asked) => expect(nextAddress(asked)).toBe(HOME));
});

it("asks for nothing where home is meant", () => {
  expect(signInAddress("/workspaces")).toBe("/sign-in");
  expect(signInAddress("/w/q3/history")).toBe("/sign-in?next=%2Fw%2Fq3%2Fhistory");
});
