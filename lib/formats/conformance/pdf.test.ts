import { pdfFormat } from "../pdf/index.ts";
import { describeLaws } from "./testing/laws.ts";
import { pdfArbitraries } from "./testing/pdf-documents.ts";

describeLaws(pdfFormat, pdfArbitraries);
