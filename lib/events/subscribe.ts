/**
 * Live events: one LISTEN connection per process, however many subscribe, and catching up by id.
 *
 * Guarantees: every event after `afterId` reaches `onEvent` once, in order, also across a lost connection: a
 * notification only says "look", what is delivered is always read from the table. Costs: one query per notification
 * and workspace, shared by its subscribers. A lost connection is opened again after a growing pause.
 */
import pg from "pg";

import type { Database } from "../store/database.ts";
import type { Published } from "./event.ts";
import { CHANNEL } from "./publish.ts";
import { openTopic, type Topic } from "./topic.ts";

export interface Subscription {
  readonly workspaceId: string;
  /** Absent: only what is published from now on. */
  readonly afterId?: bigint | undefined;
}

export interface EventListener {
  /** Resolves when the subscription stands and has caught up: nothing is missed after that. Returns how to end it. */
  subscribe(what: Subscription, onEvent: (event: Published) => void): Promise<() => void>;
  close(): Promise<void>;
}

const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 5_000;

export function openEventListener(
  database: Database,
  onError: (error: unknown) => void = () => undefined,
): EventListener {
  const topics = new Map<string, Topic>();
  let closed = false;
  let connection: Promise<pg.Client> | null = null;
  let pause = FIRST_PAUSE;
  let retry: NodeJS.Timeout | undefined;

  const lookAtAll = () => {
    for (const topic of topics.values()) topic.look();
  };

  const connect = (): Promise<pg.Client> => {
    connection ??= listen(database.url, (workspaceId) => topics.get(workspaceId)?.look(), lost);
    return connection;
  };

  const lost = (error: unknown) => {
    connection = null;
    if (closed || topics.size === 0) return;
    onError(error);
    clearTimeout(retry);
    retry = setTimeout(reconnect, pause);
    pause = Math.min(LONGEST_PAUSE, pause * 2);
  };

  const reconnect = () => {
    connect().then(() => {
      pause = FIRST_PAUSE;
      lookAtAll();
    }, lost);
  };

  const topicOf = (workspaceId: string): Topic => {
    const topic = topics.get(workspaceId) ?? openTopic(database, workspaceId, onError);
    topics.set(workspaceId, topic);
    return topic;
  };

  return {
    async subscribe({ workspaceId, afterId }, onEvent) {
      if (closed) throw new Error("This event listener is closed");
      try {
        await connect();
      } catch (error) {
        connection = null;
        throw error;
      }
      const leave = await topicOf(workspaceId).join(afterId, onEvent);
      // What was published between the join's last read and now has notified, or is found by this look.
      topicOf(workspaceId).look();
      return () => {
        leave();
        const topic = topics.get(workspaceId);
        if (topic?.empty === true) topics.delete(workspaceId);
      };
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      for (const topic of topics.values()) topic.close();
      topics.clear();
      const open = connection;
      connection = null;
      await (await open?.catch(() => null))?.end();
    },
  };
}

/** `onLost` is called once, whether the connection breaks or ends; not where it never stood. */
async function listen(
  url: string,
  onNotification: (workspaceId: string) => void,
  onLost: (error: unknown) => void,
): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: "staged-events", keepAlive: true });
  let standing = false;
  const end = (error: unknown) => {
    if (standing) onLost(error);
    standing = false;
  };
  client.on("notification", ({ payload }) => onNotification(payload ?? ""));
  client.on("error", end);
  client.on("end", () => end(new Error("The connection for notifications ended")));
  await client.connect();
  standing = true;
  await client.query(`LISTEN ${CHANNEL}`);
  return client;
}
