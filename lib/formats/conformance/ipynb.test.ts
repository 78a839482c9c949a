import { ipynbFormat } from "../ipynb/index.ts";
import { describeLaws } from "./testing/laws.ts";
import { notebookArbitraries } from "./testing/notebook-documents.ts";

describeLaws(ipynbFormat, notebookArbitraries);
