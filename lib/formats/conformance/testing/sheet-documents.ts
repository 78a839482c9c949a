/** The generated workbooks of workbook-documents.ts, in the containers that are read and not written. */
import * as sheetjs from "@e965/xlsx";
import type fc from "fast-check";

import type { Arbitraries } from "./laws.ts";
import { workbookArbitraries } from "./workbook-documents.ts";

type Container = "biff8" | "biff5" | "xlsb" | "ods";

const EXTENSION = { biff8: "xls", biff5: "xls", xlsb: "xlsb", ods: "ods" } as const;

export function sheetArbitraries(container: Container): Arbitraries {
  const saved = (bytes: Uint8Array): Uint8Array =>
    sheetjs.write(sheetjs.read(bytes, { type: "buffer", cellFormula: true }), {
      type: "buffer",
      bookType: container,
    }) as Uint8Array;
  const both = ([before, after]: readonly [Uint8Array, Uint8Array]) => [saved(before), saved(after)] as const;
  const pair: fc.Arbitrary<readonly [Uint8Array, Uint8Array]> = workbookArbitraries.pair.map(both);
  return {
    name: `model.${EXTENSION[container]}`,
    pair,
    triple: workbookArbitraries.triple.map(([base, one, two]) => [saved(base), saved(one), saved(two)] as const),
    unambiguous: workbookArbitraries.unambiguous.map(both),
    oracle: (before, after, _changes, chosen) => (chosen.size === 0 ? before : after),
    extensions: container === "ods" ? ["ods", "xls"] : [EXTENSION[container]],
    runs: 10,
  };
}
