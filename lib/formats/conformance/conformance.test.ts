import { bytesFormat } from "../bytes/index.ts";
import { textFormat } from "../text/index.ts";
import { xlsxFormat } from "../xlsx/index.ts";
import { describeLaws } from "./testing/laws.ts";
import { textArbitraries } from "./testing/text-documents.ts";
import { workbookArbitraries } from "./testing/workbook-documents.ts";

describeLaws(textFormat, textArbitraries);
describeLaws(xlsxFormat, workbookArbitraries);
describeLaws(bytesFormat, {
  ...textArbitraries,
  name: "blob.bin",
  unambiguous: textArbitraries.pair,
  oracle: (before, after, _changes, chosen) => (chosen.size === 0 ? before : after),
  extensions: ["png", "jpg", "pdf", "gif", "docx", "pptx"],
});
