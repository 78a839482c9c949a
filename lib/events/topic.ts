/**
 * One workspace's live events for all of its subscribers in this process: each event is read once and handed to
 * everybody who has not had it. All work of a topic runs in one line, so that nothing is delivered twice or out of order.
 */
import type { Database } from "../store/database.ts";
import { lastEvent, readEvents, type Published } from "./event.ts";

export interface Topic {
  /** Delivers what is missing after `afterId`, then stays. Returns how to leave. */
  join(afterId: bigint | undefined, onEvent: (event: Published) => void): Promise<() => void>;
  /** Something may be new: look. Calls that come while a look is already due are one. */
  look(): void;
  readonly empty: boolean;
  close(): void;
}

const PAGE = 500;
const RETRY_AFTER = 1_000;

interface Subscriber {
  cursor: bigint;
  readonly onEvent: (event: Published) => void;
}

export function openTopic(database: Database, workspaceId: string, onError: (error: unknown) => void): Topic {
  const subscribers = new Set<Subscriber>();
  let cursor: bigint | null = null;
  let line: Promise<unknown> = Promise.resolve();
  let due = false;
  let retry: NodeJS.Timeout | undefined;

  const inLine = <T>(step: () => Promise<T>): Promise<T> => {
    const result = line.then(step);
    line = result.catch(() => undefined);
    return result;
  };

  const hand = (subscriber: Subscriber, event: Published) => {
    if (event.id <= subscriber.cursor || !subscribers.has(subscriber)) return;
    subscriber.cursor = event.id;
    try {
      subscriber.onEvent(event);
    } catch (error) {
      onError(error);
    }
  };

  const look = () => {
    if (due || cursor === null) return;
    due = true;
    inLine(async () => {
      due = false;
      for await (const event of after(database, workspaceId, cursor ?? 0n)) {
        cursor = event.id;
        for (const subscriber of subscribers) hand(subscriber, event);
      }
    }).catch((error: unknown) => {
      onError(error);
      if (subscribers.size > 0) retry = setTimeout(look, RETRY_AFTER);
    });
  };

  return {
    look,
    get empty() {
      return subscribers.size === 0;
    },
    join: (afterId, onEvent) =>
      inLine(async () => {
        const start = afterId ?? (await lastEvent(database, workspaceId))?.id ?? 0n;
        const subscriber: Subscriber = { cursor: start, onEvent };
        subscribers.add(subscriber);
        try {
          for await (const event of after(database, workspaceId, start)) hand(subscriber, event);
        } catch (error) {
          subscribers.delete(subscriber);
          throw error;
        }
        // Events that came meanwhile are read again by the next look, and skipped by this subscriber's cursor.
        cursor ??= subscriber.cursor;
        return () => void subscribers.delete(subscriber);
      }),
    close() {
      clearTimeout(retry);
      subscribers.clear();
    },
  };
}

async function* after(database: Database, workspaceId: string, start: bigint): AsyncGenerator<Published> {
  for (let cursor = start; ;) {
    const events = await readEvents(database, workspaceId, cursor, PAGE);
    yield* events;
    const last = events.at(-1);
    if (last === undefined || events.length < PAGE) return;
    cursor = last.id;
  }
}
