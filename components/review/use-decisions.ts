"use client";
/**
 * Deciding from the screen: sends what was seen along with the verdict, asks before anything else is decided along or
 * somebody is contradicted, and remembers own acts so that they can be undone one by one.
 */
import { useRef, useState } from "react";

import { ProblemError } from "../../lib/client/http.ts";
import { problemOf } from "../../lib/client/problem-of.ts";
import { useDecide } from "../../lib/client/queries.ts";
import type { DecideRequest } from "../../lib/contracts/branches.ts";
import type { FileDiffView } from "../../lib/contracts/changes.ts";
import { plural } from "../ui/format.ts";
import { notify } from "../ui/toast.tsx";
import { leftOutWords } from "./words.ts";

export type Verdict = DecideRequest["verdict"];

export interface Act {
  readonly ids: readonly string[];
  readonly verdict: Verdict;
  readonly bulk?: boolean;
  readonly reason?: string;
  /** Once it is decided; not where nothing was. */
  readonly then?: () => void;
}

/** Waits for a yes of the person: what would be decided along, or whom it contradicts. */
export interface Question {
  readonly request: DecideRequest;
  readonly kind: "along" | "contrary";
  readonly detail: string;
  readonly what: readonly string[];
  readonly then?: (() => void) | undefined;
}

interface Done {
  readonly path: string;
  /** Ids by the verdict that they had before. */
  readonly before: ReadonlyMap<Verdict, readonly string[]>;
}

const VERB: Readonly<Record<Verdict, string>> = { accept: "Accepted", reject: "Rejected", clear: "Taken back" };

export function useDecisions(workspace: string, branch: string, diff: FileDiffView | undefined) {
  const decide = useDecide(workspace, branch);
  const [question, setQuestion] = useState<Question | null>(null);
  const done = useRef<Done[]>([]);
  const [undoable, setUndoable] = useState(0);

  const send = async (request: DecideRequest, remember: boolean, then?: () => void) => {
    const before = remember ? verdictsBefore(diff, request) : new Map<Verdict, string[]>();
    try {
      const result = await decide.mutateAsync(request);
      setQuestion(null);
      then?.();
      if (remember) {
        done.current.push({ path: request.path, before });
        setUndoable(done.current.length);
      }
      const count = result.decided.length + result.along.length;
      if (result.leftOut.length > 0) {
        notify.warn(`${VERB[request.verdict]} ${plural(count, "change")}`, {
          description: `Left out: ${leftOutWords(result.leftOut)}.`,
        });
      } else if (request.bulk || result.along.length > 0)
        notify.done(`${VERB[request.verdict]} ${plural(count, "change")}`);
    } catch (thrown) {
      const asked = questionOf(thrown, request);
      if (asked !== null) setQuestion({ ...asked, then });
      else notify.failed("Nothing was decided", { description: problemOf(thrown).detail });
    }
  };

  const requestOf = (act: Act): DecideRequest | null =>
    diff === undefined || act.ids.length === 0
      ? null
      : {
          path: diff.file.path,
          ids: [...act.ids],
          verdict: act.verdict,
          seen: diff.file.after,
          seq: diff.version.seq ?? 0,
          answers: [],
          bulk: act.bulk ?? false,
          withRequired: false,
          ...(act.reason === undefined ? {} : { reason: act.reason }),
        };

  return {
    busy: decide.isPending,
    question,
    dismiss: () => setQuestion(null),
    confirm: () => {
      if (question !== null) void send(question.request, true, question.then);
    },
    act: (act: Act) => {
      const request = requestOf(act);
      if (request !== null) void send(request, true, act.then);
    },
    undo:
      undoable === 0
        ? null
        : () => {
            const last = done.current.at(-1);
            if (last === undefined) return;
            if (last.path !== diff?.file.path) {
              notify.warn(`Your last decision is in ${last.path}`, { description: "Open that file to undo it there." });
              return;
            }
            done.current.pop();
            setUndoable(done.current.length);
            for (const [verdict, ids] of last.before) {
              const request = requestOf({ ids, verdict });
              if (request !== null) void send({ ...request, withRequired: verdict !== "clear" }, false);
            }
          },
  };
}

function verdictsBefore(diff: FileDiffView | undefined, request: DecideRequest): Map<Verdict, string[]> {
  const wanted = new Set(request.ids);
  const before = new Map<Verdict, string[]>();
  for (const { id, verdict } of diff?.changes ?? []) {
    if (!wanted.has(id) || verdict.state === "follows") continue;
    const was: Verdict = verdict.state === "accepted" ? "accept" : verdict.state === "rejected" ? "reject" : "clear";
    before.set(was, [...(before.get(was) ?? []), id]);
  }
  return before;
}

function questionOf(thrown: unknown, request: DecideRequest): Question | null {
  if (!(thrown instanceof ProblemError)) return null;
  const { detail, details = [] } = thrown.problem;
  if (thrown.kind === "not-closed") {
    return {
      kind: "along",
      request: { ...request, withRequired: true },
      detail,
      what: details.map(({ what }) => what),
    };
  }
  if (thrown.kind === "decision-contested") {
    const answers = details.filter(({ where }) => where === "answers").map(({ what }) => Number(what));
    return { kind: "contrary", request: { ...request, answers: [...request.answers, ...answers] }, detail, what: [] };
  }
  return null;
}
