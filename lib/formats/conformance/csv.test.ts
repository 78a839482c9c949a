import { csvFormat } from "../csv/index.ts";
import { csvArbitraries } from "./testing/csv-documents.ts";
import { describeLaws } from "./testing/laws.ts";

describeLaws(csvFormat, csvArbitraries);
