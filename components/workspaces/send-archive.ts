/** Uploads an archive with progress, which `fetch` does not tell; answers with what the server proposes to import. */
import { problemSchema } from "../../lib/contracts/problems.ts";
import { importProposalSchema, type ImportProposal } from "../../lib/contracts/workspaces.ts";
import { ProblemError } from "../../lib/client/http.ts";

export interface SendOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

const failed = (title: string, detail: string, status = 0) =>
  new ProblemError({ type: "urn:staged:problem:unreachable", title, status, detail });

/** @throws ProblemError, or the signal's reason */
export function sendArchive(name: string, archive: Blob, { signal, onProgress }: SendOptions): Promise<ImportProposal> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/api/imports/archive?${new URLSearchParams({ name }).toString()}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total);
    request.onload = () => {
      const answer = parsed(request.responseText);
      const proposal = importProposalSchema.safeParse(answer);
      const problem = problemSchema.safeParse(answer);
      if (request.status < 300 && proposal.success) resolve(proposal.data);
      else if (problem.success) reject(new ProblemError(problem.data));
      else reject(failed("The server could not read the archive", `HTTP ${request.status}`, request.status));
    };
    request.onerror = () =>
      reject(failed("The upload was cut off", "The server does not answer. Nothing was made; try again."));
    request.onabort = () => reject(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(archive);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
