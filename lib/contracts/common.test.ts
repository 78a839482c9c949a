import { describe, expect, it } from "vitest";
import { z } from "zod";

import { wholeNumber } from "./common.ts";

describe("a whole number in an address", () => {
  const schema = z.object({
    number: wholeNumber(1),
    limit: wholeNumber(1, 500).default(100),
    t: wholeNumber(0).optional(),
  });

  it("is decimal digits", () => {
    expect(schema.parse({ number: "12", limit: "500", t: "0" })).toEqual({ number: 12, limit: 500, t: 0 });
    expect(schema.parse({ number: "2147483647" })).toEqual({ number: 2_147_483_647, limit: 100 });
  });

  it.each(["0", "0x1", "1e3", "", " 1", "-1", "1.0", "NaN", "Infinity", "2147483648", "99999999999", "٣"])(
    "%j is refused",
    (number) => {
      expect(schema.safeParse({ number }).success).toBe(false);
    },
  );

  it("is an integer with its bounds to whoever reads the document", () => {
    expect(z.toJSONSchema(schema, { io: "input" })).toMatchObject({
      required: ["number"],
      properties: { number: { type: "integer", minimum: 1 }, limit: { type: "integer", maximum: 500 } },
    });
  });
});
