"use client";
/**
 * pdf.js in the browser: its worker, and what it fetches for some files only. Files are read by ranges, so that page 200
 * of a large one is there without all of it. Scripts in a file never run, and nothing of it leads out of the page.
 */
import { pdfjs } from "react-pdf";
import "react-pdf/dist/Page/TextLayer.css";
import "./pdf-diff.css";

pdfjs.GlobalWorkerOptions.workerSrc = new URL("pdfjs-dist/build/pdf.worker.min.mjs", import.meta.url).toString();

const ASSETS = "/pdfjs";
const RANGE = 256 * 1024;

export const openPdf = (url: string): ReturnType<typeof pdfjs.getDocument> =>
  pdfjs.getDocument({
    url,
    cMapUrl: `${ASSETS}/cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${ASSETS}/standard_fonts/`,
    wasmUrl: `${ASSETS}/wasm/`,
    iccUrl: `${ASSETS}/iccs/`,
    rangeChunkSize: RANGE,
    disableAutoFetch: true,
    disableStream: true,
    enableXfa: false,
  });
