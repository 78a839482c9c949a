import { sheetFormat } from "../sheet/index.ts";
import { describeLaws } from "./testing/laws.ts";
import { sheetArbitraries } from "./testing/sheet-documents.ts";

describeLaws(sheetFormat, sheetArbitraries("biff8"));
describeLaws(sheetFormat, sheetArbitraries("xlsb"));
describeLaws(sheetFormat, sheetArbitraries("ods"));
