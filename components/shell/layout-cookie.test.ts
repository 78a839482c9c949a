import { describe, expect, it } from "vitest";

import { layoutOf } from "./layout-cookie.ts";
import { themeAttribute, themeOf } from "./theme-cookie.ts";

describe("layoutOf", () => {
  it("reads back what was kept", () => {
    expect(layoutOf(encodeURIComponent('{"left":20,"main":58.5,"right":21.5}'))).toEqual({
      left: 20,
      main: 58.5,
      right: 21.5,
    });
  });
  it.each([undefined, "", "%", "[20,80]", '{"left":"20"}', '{"left":20}', '{"left":-10,"main":110}', "null"])(
    "takes %s for no layout",
    (cookie) => expect(layoutOf(cookie)).toBeUndefined(),
  );
});

it("takes an unknown theme for the system's choice", () => {
  expect(["light", "dark", "system", "<script>", undefined].map(themeOf)).toEqual([
    "light",
    "dark",
    "system",
    "system",
    "system",
  ]);
  expect(themeAttribute("system")).toBeUndefined();
});
