"use client";
/** From files to a proposal: pack, upload, wait for the server to read. Nothing is made until the proposal is confirmed. */
import { useEffect, useRef, useState } from "react";

import { call } from "../../lib/client/http.ts";
import { problemOf } from "../../lib/client/problem-of.ts";
import type { Problem } from "../../lib/contracts/problems.ts";
import { importProposalSchema, type ImportProposal } from "../../lib/contracts/workspaces.ts";
import { formatBytes, groupDigits } from "../ui/format.ts";
import type { Source } from "./gather.ts";
import { pack, type PackFailure } from "./pack.ts";
import { sendArchive } from "./send-archive.ts";

export type ImportStep = "gathering" | "packing" | "uploading" | "reading";

export type ImportState =
  | { readonly kind: "idle" }
  | { readonly kind: "running"; readonly step: ImportStep; readonly done?: number; readonly total?: number }
  | { readonly kind: "proposed"; readonly proposal: ImportProposal; readonly name: string }
  | { readonly kind: "failed"; readonly problem: Problem };

const IDLE: ImportState = { kind: "idle" };
/** Progress is shown in half percents: a state for every chunk would cost more than the chunk. */
const SHOWN_STEPS = 200;

const refusal = (detail: string): Problem => ({
  type: "urn:staged:problem:archive-refused",
  title: "This cannot be sent from the browser",
  status: 0,
  detail,
});

function packProblem(failure: PackFailure): Problem {
  switch (failure.reason) {
    case "empty":
      return refusal("There is no file in it.");
    case "too-many":
      return refusal(
        `It holds more than ${groupDigits(failure.limit)} files. Put it into a folder of the server and import that.`,
      );
    case "too-large":
      return refusal(
        `It is larger than ${formatBytes(failure.limit)}. Put it into a folder of the server and import that.`,
      );
    case "unreadable":
      return refusal(`"${failure.path}" can no longer be read: it was changed, moved or closed off. Choose again.`);
  }
}

export function useImport() {
  const [state, setState] = useState<ImportState>(IDLE);
  const running = useRef<AbortController | null>(null);
  const stop = () => {
    running.current?.abort();
    running.current = null;
  };
  useEffect(() => stop, []);

  const begin = async (work: (signal: AbortSignal, show: Show) => Promise<ImportState>) => {
    stop();
    const own = new AbortController();
    running.current = own;
    const show: Show = progressShower((next) => running.current === own && setState(next));
    try {
      const next = await work(own.signal, show);
      if (running.current === own) setState(next);
    } catch (thrown) {
      if (running.current === own) setState({ kind: "failed", problem: problemOf(thrown) });
    }
  };

  return {
    state,
    /** Also ends what runs. */
    reset: () => {
      stop();
      setState(IDLE);
    },
    fromComputer: (source: Promise<Source>) =>
      void begin(async (signal, show) => {
        show("gathering");
        return proposeFrom(await source, signal, show);
      }),
    fromServer: (folder: string) =>
      void begin(async (signal, show) => {
        show("reading");
        const proposal = await call("POST", "/api/imports/folder", importProposalSchema, { body: { folder }, signal });
        return { kind: "proposed", proposal, name: proposal.name };
      }),
  };
}

type Show = (step: ImportStep, done?: number, total?: number) => void;

function progressShower(set: (state: ImportState) => void): Show {
  let last = "";
  return (step, done, total) => {
    const known = done !== undefined && total !== undefined && total > 0;
    const mark = `${step} ${known ? Math.floor((SHOWN_STEPS * done) / total) : ""}`;
    if (mark === last) return;
    last = mark;
    set({ kind: "running", step, ...(known ? { done, total } : {}) });
  };
}

async function proposeFrom(source: Source, signal: AbortSignal, show: Show): Promise<ImportState> {
  let archive: Blob;
  const name = source.kind === "archive" ? source.name : source.tree.name;
  if (source.kind === "archive") archive = source.file;
  else {
    show("packing");
    const packed = await pack(source.tree.entries, {
      signal,
      onProgress: (done, total) => show("packing", done, total),
    });
    if (!packed.ok) return { kind: "failed", problem: packProblem(packed.error) };
    archive = packed.value;
  }
  show("uploading", 0, archive.size);
  const proposal = await sendArchive(`${name === "" ? "files" : name}.zip`, archive, {
    signal,
    onProgress: (done, total) => (done < total ? show("uploading", done, total) : show("reading")),
  });
  return { kind: "proposed", proposal, name };
}
