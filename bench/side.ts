/** The child process of one side: opens it, runs it when told to, and sends back how long that took. */
import { Missing, type Place, type Row, type Side } from "./row.ts";

export type Order =
  | { readonly do: "prepare"; readonly place: Place }
  | { readonly do: "open"; readonly place: Place }
  | { readonly do: "run" };

export type Report =
  | { readonly is: "prepared" }
  | { readonly is: "open"; readonly version: string }
  | { readonly is: "missing"; readonly what: string }
  | { readonly is: "ran"; readonly times: Readonly<Record<string, number>>; readonly found: readonly string[] }
  | { readonly is: "failed"; readonly why: string };

/** Answers orders of the parent until it disconnects. `side` is ignored where fixtures are made. */
export function serveSide(row: Row, side: string): void {
  let opened: Side | null = null;
  const answer = async (order: Order): Promise<Report> => {
    if (order.do === "prepare") {
      await row.prepare(order.place);
      return { is: "prepared" };
    }
    if (order.do === "open") {
      const open = row.sides[side];
      if (open === undefined) throw new Error(`The row ${row.name} has no side ${side}`);
      opened = await open(order.place);
      return { is: "open", version: opened.version };
    }
    if (opened === null) throw new Error("It is opened before it runs");
    return runOnce(opened);
  };
  process.on("message", (order: Order) => {
    answer(order)
      .catch((thrown: unknown): Report => {
        if (thrown instanceof Missing) return { is: "missing", what: thrown.message };
        return { is: "failed", why: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) };
      })
      .then((report) => process.send?.(report))
      .catch(() => process.exit(1));
  });
  process.on("disconnect", () => {
    void Promise.resolve(opened?.close?.()).finally(() => process.exit());
  });
  // Ctrl-C reaches the whole group; the parent ends this process by disconnecting, so that `close` runs.
  process.on("SIGINT", () => undefined);
}

/** Without collecting garbage first: that would also throw away compiled code, which a running program keeps. */
async function runOnce(side: Side): Promise<Report> {
  await side.reset?.();
  const start = performance.now();
  const { times = {}, found = [] } = await side.run();
  return { is: "ran", times: { total: performance.now() - start, ...times }, found };
}
