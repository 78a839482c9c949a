"use client";
/** One PDF, opened by its address and closed with the component: what it holds, or why it cannot be shown. */
import { useCallback, useEffect, useState } from "react";
import { pdfjs } from "react-pdf";

import { openPdf } from "./pdf-setup.ts";

export type PdfDocument = Awaited<ReturnType<typeof openPdf>["promise"]>;

export type PdfState =
  | { readonly kind: "loading" }
  | { readonly kind: "ready"; readonly document: PdfDocument }
  /** `wrong`: one was given, and it does not open the file. */
  | { readonly kind: "password"; readonly wrong: boolean; readonly open: (password: string) => void }
  | { readonly kind: "failed"; readonly title: string; readonly detail: string; readonly retry: () => void }
  | { readonly kind: "absent" };

const ABSENT: PdfState = { kind: "absent" };
const LOADING: PdfState = { kind: "loading" };

interface Held {
  readonly address: string;
  readonly attempt: number;
  readonly state: PdfState;
}

export function usePdf(address: string | null): PdfState {
  const [held, setHeld] = useState<Held | null>(null);
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  useEffect(() => {
    if (address === null) return;
    const tell = (state: PdfState) => setHeld({ address, attempt, state });
    let over = false;
    const task = openPdf(address);
    task.onPassword = (open: (password: string) => void, reason: number) => {
      const wrong = reason === pdfjs.PasswordResponses.INCORRECT_PASSWORD;
      tell({ kind: "password", wrong, open });
    };
    task.promise.then(
      (document) => {
        if (!over) tell({ kind: "ready", document });
      },
      (error: unknown) => {
        if (!over) tell({ kind: "failed", ...wordsOf(error), retry });
      },
    );
    return () => {
      over = true;
      void task.destroy();
    };
  }, [address, attempt, retry]);
  if (address === null) return ABSENT;
  return held?.address === address && held.attempt === attempt ? held.state : LOADING;
}

function wordsOf(error: unknown): { readonly title: string; readonly detail: string } {
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidPDFException")
    return {
      title: "The PDF is damaged",
      detail: "Its pages cannot be drawn. The file itself can still be downloaded.",
    };
  if (name === "ResponseException")
    return { title: "The file could not be fetched", detail: "The server did not send it. Nothing was changed." };
  return {
    title: "The PDF cannot be shown",
    detail: error instanceof Error && error.message !== "" ? error.message : "The reader gave no reason.",
  };
}
