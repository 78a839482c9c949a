import * as sheetjs from "@e965/xlsx";
import { describe, expect, it } from "vitest";

import { displayText } from "./display.ts";

/** Its type declarations leave this part untyped. */
const oracle = sheetjs.SSF as { format(code: string, value: number): string };

const shown = (value: number | string | boolean, numberFormat?: string) =>
  displayText({ value, ...(numberFormat === undefined ? {} : { numberFormat }) });

describe("display text", () => {
  it.each([
    [1234.5, undefined, "1234.5"],
    [0.1 + 0.2, undefined, "0.3"],
    [1e12, undefined, "1E+12"],
    [true, undefined, "TRUE"],
    ["text", "0.00", "text"],
    ["text", '"<"@">"', "<text>"],
    [-1234.567, "#,##0.00", "-1,234.57"],
    [-1234.567, "#,##0.00_);(#,##0.00)", "(1,234.57)"],
    [0.125, "0.0%", "12.5%"],
    [0, '#,##0;-#,##0;"-"', "-"],
    [45_000, "yyyy-mm-dd", "2023-03-15"],
    [45_000.75, "d mmm yyyy h:mm AM/PM", "15 Mar 2023 6:00 PM"],
    [1.5, "[h]:mm:ss", "36:00:00"],
    [1234567, '0.0,,"M"', "1.2M"],
    [1234.5, "[$€-407] #,##0.00", "€ 1,234.50"],
    [12345, "0.00E+00", "1.23E+04"],
    [1.75, "# ?/?", "1 3/4"],
    [5, "000", "005"],
    [1.005, "0.00", "1.01"],
    [-0.004, "0", "0"],
    [150, "[>100]0.0;0", "150.0"],
  ] as const)("%s in %s is %s", (value, format, expected) => {
    expect(shown(value, format)).toBe(expected);
  });

  it("agrees with SheetJS on common formats", () => {
    const formats = [
      "0",
      "0.00",
      "#,##0",
      "#,##0.00",
      "0%",
      "0.00%",
      "0.00E+00",
      "mm/dd/yyyy",
      "d-mmm-yy",
      "h:mm:ss",
      "#,##0_);(#,##0)",
      "$#,##0.00",
      "0.0",
      "mmmm d, yyyy",
      "hh:mm",
      "[Red]0.0;[Blue]-0.0",
    ];
    const values = [1, -1, 0.5, 12.345, 1234567.891, 43_831, 44_927.5, 0.999, 99.995];
    for (const format of formats)
      for (const value of values) {
        if (value < 0 && /[dhy]/.test(format)) continue;
        expect(`${format} ${value}: ${shown(value, format)}`).toBe(
          `${format} ${value}: ${oracle.format(format, value)}`,
        );
      }
  });
});
