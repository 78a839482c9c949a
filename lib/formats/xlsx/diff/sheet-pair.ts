/** One sheet in two versions, and how its rows and columns lie. */
import type { Sheet } from "../sheet.ts";
import type { Alignment, AxisMaps } from "./alignment.ts";

export interface SheetPair {
  readonly before: Sheet;
  readonly after: Sheet;
  readonly rows: Alignment;
  readonly columns: Alignment;
  readonly rowMaps: AxisMaps;
  readonly columnMaps: AxisMaps;
  /** The parts are equal byte for byte. */
  readonly sameBytes: boolean;
}
