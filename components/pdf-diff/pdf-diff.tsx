"use client";

import dynamic from "next/dynamic";

import { PagesSkeleton } from "./pages-skeleton.tsx";

/** pdf.js needs a browser, and is loaded when the first PDF is opened. */
export const PdfDiff = dynamic(() => import("./pdf-pages.tsx").then((module) => module.PdfPages), {
  ssr: false,
  loading: () => <PagesSkeleton />,
});
