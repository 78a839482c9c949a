/**
 * Who is where now: heard over NOTIFY, held in memory, and forgotten when it is not said again. Several processes hear
 * the same and agree; a process that starts knows everybody after one beat of theirs. Nothing is written anywhere.
 *
 * Guarantees: whoever leaves without a word is gone `FORGOTTEN_AFTER` later. Costs: one LISTEN connection per process
 * that has watchers, and one notification a beat.
 */
import pg from "pg";

import type { Database } from "../store/database.ts";

/** An open page of a person. */
export interface Beat {
  readonly workspaceId: string;
  readonly userId: string;
  readonly name: string;
  /** Of the page: the same person may have several. */
  readonly tab: string;
  readonly branch: string | null;
  readonly path: string | null;
  readonly leave: boolean;
}

export interface Present extends Omit<Beat, "workspaceId" | "leave"> {
  /** In ms since 1970: at this place since. */
  readonly since: number;
}

export interface PresenceBoard {
  /** Told to every process, and known in this one at once. */
  announce(beat: Beat): Promise<void>;
  here(workspaceId: string): readonly Present[];
  /** Called whenever somebody came, left or went elsewhere. Returns how to stop. */
  watch(workspaceId: string, onChange: () => void): () => void;
  close(): Promise<void>;
}

const PRESENCE_CHANNEL = "staged_presence";
/** Milliseconds. Pages beat every 15 s: two may be lost. */
const FORGOTTEN_AFTER = 40_000;
const SWEEP_EVERY = 5_000;
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 10_000;

export function openPresence(
  database: Database,
  onError: (error: unknown) => void = () => undefined,
  now: () => number = Date.now,
): PresenceBoard & { sweep(): void } {
  const board = newBoard(now);
  const watchers = new Map<string, Set<() => void>>();
  const tell = (workspaceId: string) => {
    for (const onChange of watchers.get(workspaceId) ?? []) onChange();
  };
  const hear = (beat: Beat) => {
    if (board.apply(beat)) tell(beat.workspaceId);
  };
  const sweep = () => board.forget().forEach(tell);
  const ear = openEar(database.url, hear, onError);
  let sweeping: NodeJS.Timeout | undefined;
  return {
    sweep,
    async announce(beat) {
      hear(beat);
      await database.$executeRaw`SELECT pg_notify(${PRESENCE_CHANNEL}, ${JSON.stringify(beat)})::text`;
    },
    here: board.here,
    watch(workspaceId, onChange) {
      ear.open();
      sweeping ??= setInterval(sweep, SWEEP_EVERY).unref();
      const own = watchers.get(workspaceId) ?? new Set();
      watchers.set(workspaceId, own.add(onChange));
      return () => {
        own.delete(onChange);
        if (own.size === 0 && watchers.get(workspaceId) === own) watchers.delete(workspaceId);
      };
    },
    async close() {
      clearInterval(sweeping);
      watchers.clear();
      await ear.close();
    },
  };
}

interface Held extends Present {
  readonly workspaceId: string;
  readonly heard: number;
}

function newBoard(now: () => number) {
  const held = new Map<string, Held>();
  return {
    /** Whether anybody would see a difference. */
    apply({ leave, ...beat }: Beat): boolean {
      const key = JSON.stringify([beat.workspaceId, beat.userId, beat.tab]);
      const before = held.get(key);
      if (leave) return held.delete(key);
      const same = before !== undefined && before.branch === beat.branch && before.path === beat.path;
      held.set(key, { ...beat, heard: now(), since: same ? before.since : now() });
      return !same || before.name !== beat.name;
    },
    here: (workspaceId: string): Present[] =>
      [...held.values()]
        .filter((one) => one.workspaceId === workspaceId && now() - one.heard < FORGOTTEN_AFTER)
        .map(({ userId, name, tab, branch, path, since }) => ({ userId, name, tab, branch, path, since })),
    /** The workspaces that somebody was forgotten in. */
    forget(): Set<string> {
      const changed = new Set<string>();
      for (const [key, { heard, workspaceId }] of held) {
        if (now() - heard < FORGOTTEN_AFTER) continue;
        held.delete(key);
        changed.add(workspaceId);
      }
      return changed;
    },
  };
}

/** Listens as long as it is open; a lost connection comes back after a growing pause. What was missed is said again. */
function openEar(url: string, hear: (beat: Beat) => void, onError: (error: unknown) => void) {
  let client: pg.Client | null = null;
  let [wanted, pause] = [false, FIRST_PAUSE];
  let retry: NodeJS.Timeout | undefined;
  const lost = (of: pg.Client, error: unknown) => {
    if (client !== of) return;
    client = null;
    if (!wanted) return;
    onError(error);
    retry = setTimeout(connect, pause).unref();
    pause = Math.min(LONGEST_PAUSE, pause * 2);
  };
  const connect = () => {
    const own = new pg.Client({ connectionString: url, application_name: "staged-presence", keepAlive: true });
    client = own;
    own.on("notification", ({ payload }) => {
      const beat = beatOf(payload ?? "");
      if (beat !== null) hear(beat);
    });
    own.on("error", (error) => lost(own, error));
    own.on("end", () => lost(own, new Error("The connection for presence ended")));
    own
      .connect()
      .then(() => own.query(`LISTEN ${PRESENCE_CHANNEL}`))
      .then(
        () => (pause = FIRST_PAUSE),
        (error: unknown) => lost(own, error),
      );
  };
  return {
    open() {
      if (wanted) return;
      wanted = true;
      connect();
    },
    async close() {
      wanted = false;
      clearTimeout(retry);
      const own = client;
      client = null;
      await own?.end().catch(onError);
    },
  };
}

/** Null: not what a process of this version says. */
function beatOf(payload: string): Beat | null {
  try {
    const beat = JSON.parse(payload) as Partial<Beat>;
    return typeof beat.workspaceId === "string" && typeof beat.userId === "string" && typeof beat.tab === "string"
      ? {
          workspaceId: beat.workspaceId,
          userId: beat.userId,
          name: beat.name ?? "",
          tab: beat.tab,
          branch: beat.branch ?? null,
          path: beat.path ?? null,
          leave: beat.leave === true,
        }
      : null;
  } catch {
    return null;
  }
}
