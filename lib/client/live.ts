/** Listens to a workspace's events and reads again what they name. Without a connection it says so, and reads on reconnect. */
"use client";

import { useEffect, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";

import { eventSchema, type EventView } from "../contracts/events.ts";
import { presenceSchema } from "../contracts/inbox.ts";
import { keys } from "./keys.ts";
import { readAgain } from "./read-again.ts";

export type Connection = "connecting" | "live" | "lost";

/** An event as it came; what was caught up with after a lost connection is not told. */
type Hear = (event: EventView) => void;
const hearers = new Set<Hear>();

/** Tells of every event of the workspace that this page listens to. Returns how to stop. */
export function hearEvents(hear: Hear): () => void {
  hearers.add(hear);
  return () => void hearers.delete(hear);
}

/** Milliseconds: many decisions in a row read the inbox again once. */
const INBOX_PAUSE = 2_000;

export function useLiveWorkspace(workspace: string): Connection {
  const client = useQueryClient();
  const [connection, setConnection] = useState<Connection>("connecting");
  useEffect(() => {
    const source = new EventSource(`/api/events?workspace=${encodeURIComponent(workspace)}`);
    let dropped = false;
    let caughtUp = false;
    let inbox: ReturnType<typeof setTimeout> | undefined;
    const inboxLater = () => {
      inbox ??= setTimeout(() => {
        inbox = undefined;
        void client.invalidateQueries({ queryKey: keys.inboxes });
      }, INBOX_PAUSE);
    };
    source.addEventListener("presence", (message: MessageEvent<string>) => {
      caughtUp = true;
      const presence = presenceSchema.safeParse(JSON.parse(message.data));
      if (presence.success) client.setQueryData(keys.presence(workspace), presence.data);
    });
    source.onopen = () => {
      setConnection("live");
      if (dropped) void readAgain(client, workspace);
      dropped = false;
    };
    source.onerror = () => {
      dropped = true;
      caughtUp = false;
      setConnection("lost");
      // Refused rather than interrupted: whether the workspace is still there for this person is asked at once.
      if (source.readyState === EventSource.CLOSED)
        void client.invalidateQueries({ queryKey: keys.workspace(workspace), exact: true });
    };
    source.onmessage = (message: MessageEvent<string>) => {
      const event = eventSchema.safeParse(JSON.parse(message.data));
      if (!event.success) return;
      const { branch, type } = event.data;
      if (caughtUp) for (const hear of hearers) hear(event.data);
      inboxLater();
      // Records are shared by all versions that hold the bytes.
      if (type === "records")
        void client.invalidateQueries({
          queryKey: keys.workspace(workspace),
          predicate: ({ queryKey }) => queryKey.includes("records"),
        });
      else if (type === "thread") void client.invalidateQueries({ queryKey: keys.threads(workspace, branch) });
      else if (type === "action-item" && branch !== null) {
        void client.invalidateQueries({ queryKey: keys.actionItems(workspace, branch) });
        void client.invalidateQueries({ queryKey: keys.threads(workspace, branch) });
      } else if (type === "review-request" && branch !== null)
        void client.invalidateQueries({ queryKey: keys.reviewRequests(workspace, branch) });
      else if (type === "rendering") void client.invalidateQueries({ queryKey: keys.rendering(workspace) });
      else if (branch === null || type === "promoted" || type === "workspace") void readAgain(client, workspace);
      else {
        // A decision takes no file out of Δ.
        if (type === "decided") void client.invalidateQueries({ queryKey: keys.branch(workspace, branch) });
        else void readAgain(client, workspace, branch);
        void client.invalidateQueries({ queryKey: keys.branches(workspace) });
      }
    };
    return () => {
      clearTimeout(inbox);
      source.close();
    };
  }, [client, workspace]);
  return connection;
}
