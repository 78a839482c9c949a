import { imageFormat } from "../image/index.ts";
import { describeLaws } from "./testing/laws.ts";
import { pictureArbitraries } from "./testing/picture-documents.ts";

describeLaws(imageFormat, await pictureArbitraries());
