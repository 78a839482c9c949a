/** The parser of pdf.js, which comes without types: it is handed over as it is. */
declare module "pdfjs-node/legacy/build/pdf.worker.mjs";
