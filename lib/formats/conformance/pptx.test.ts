import { pptxFormat } from "../pptx/index.ts";
import { describeLaws } from "./testing/laws.ts";
import { deckArbitraries } from "./testing/pptx-documents.ts";

describeLaws(pptxFormat, deckArbitraries);
