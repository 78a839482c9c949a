import { docxFormat } from "../docx/index.ts";
import { docxArbitraries } from "./testing/docx-documents.ts";
import { describeLaws } from "./testing/laws.ts";

describeLaws(docxFormat, docxArbitraries);
