/**
 * A session as one row of steps in the order in which they happened: what was said, what was called, and the points that
 * no call made. Every step knows the t that stood when it was over, so that any of them can be shown as it was.
 */
import type { TraceCall, TraceMessage, TracePoint, TraceTurn, TraceView } from "../../lib/contracts/trace.ts";

export type Step = { readonly id: string; readonly at: string; readonly turn: number | null; readonly t: number } & (
  | { readonly kind: "start" }
  | { readonly kind: "message"; readonly message: TraceMessage }
  | { readonly kind: "call"; readonly call: TraceCall }
  | { readonly kind: "point"; readonly point: TracePoint }
);

/** What a step does to the files, which is its colour and its sign on the timeline. */
export type StepTone = "read" | "write" | "diff" | "said" | "event";

type Unplaced = {
  readonly id: string;
  readonly at: string;
  readonly turn: number | null;
  readonly made: number | null;
} & (
  | { readonly kind: "message"; readonly message: TraceMessage }
  | { readonly kind: "call"; readonly call: TraceCall }
  | { readonly kind: "point"; readonly point: TracePoint }
);

export function stepsOf(trace: TraceView): readonly Step[] {
  const ofCalls = new Set(trace.turns.flatMap(({ calls }) => calls.flatMap(({ t }) => (t === null ? [] : [t]))));
  const events = trace.points
    .filter(({ t }) => !ofCalls.has(t))
    .map((point): Unplaced => ({
      kind: "point",
      id: `t${point.t}`,
      at: point.at,
      turn: point.turn,
      made: point.t,
      point,
    }));
  const steps: Step[] = [{ kind: "start", id: "start", at: trace.start.at, turn: null, t: 0 }];
  let t = 0;
  for (const { made, ...step } of merged([...trace.turns.flatMap(turnSteps)], events)) {
    t = made ?? t;
    steps.push({ ...step, t });
  }
  return steps;
}

function turnSteps({ turn, messages, calls }: TraceTurn): readonly Unplaced[] {
  const said = messages.map((message): Unplaced => ({
    kind: "message",
    id: message.id,
    at: message.at,
    turn,
    made: null,
    message,
  }));
  const called = calls.map((call): Unplaced => ({
    kind: "call",
    id: call.id,
    at: call.endedAt ?? call.startedAt,
    turn,
    made: call.t,
    call,
  }));
  return merged(said, called);
}

/** Two lists that are each in order, by time; of the same instant the first list's step comes first. */
function merged(first: readonly Unplaced[], second: readonly Unplaced[]): readonly Unplaced[] {
  const all: Unplaced[] = [];
  let at = 0;
  for (const step of first) {
    for (let next = second[at]; next !== undefined && next.at < step.at; next = second[++at]) all.push(next);
    all.push(step);
  }
  return [...all, ...second.slice(at)];
}

export function toneOf(step: Step): StepTone {
  switch (step.kind) {
    case "call":
      return step.call.kind;
    case "message":
      return "said";
    default:
      return "event";
  }
}

/** By what an address names: a call, a t, a turn; the newest step where it names nothing that is there. */
export function stepAt(
  steps: readonly Step[],
  place: { readonly step: string | null; readonly t: number | null; readonly turn: number | null },
): Step | undefined {
  const { step, t, turn } = place;
  const named =
    (step === null ? undefined : steps.find(({ id }) => id === step)) ??
    (t === null ? undefined : steps.find((one) => one.t === t)) ??
    (turn === null ? undefined : steps.find((one) => one.turn === turn));
  return named ?? steps.at(-1);
}

/** The next step that stands at another t (by 1 or −1); undefined at the ends. */
export function nextPoint(steps: readonly Step[], from: Step, by: 1 | -1): Step | undefined {
  const index = steps.indexOf(from);
  if (by === 1) return steps.slice(index + 1).find(({ t }) => t !== from.t);
  const before = steps.slice(0, index).findLast(({ t }) => t !== from.t);
  return before === undefined ? undefined : steps.find(({ t }) => t === before.t);
}
