/** Listens to a workspace's events and reads again what they name. Without a connection it says so, and reads on reconnect. */
"use client";

import { useEffect, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";

import { eventSchema } from "../contracts/events.ts";
import { keys } from "./keys.ts";

export type Connection = "connecting" | "live" | "lost";

export function useLiveWorkspace(workspace: string): Connection {
  const client = useQueryClient();
  const [connection, setConnection] = useState<Connection>("connecting");
  useEffect(() => {
    const source = new EventSource(`/api/events?workspace=${encodeURIComponent(workspace)}`);
    let dropped = false;
    source.onopen = () => {
      setConnection("live");
      if (dropped) void client.invalidateQueries({ queryKey: keys.workspace(workspace) });
      dropped = false;
    };
    source.onerror = () => {
      dropped = true;
      setConnection("lost");
    };
    source.onmessage = (message: MessageEvent<string>) => {
      const event = eventSchema.safeParse(JSON.parse(message.data));
      if (!event.success) return;
      const { branch, type } = event.data;
      if (type === "rendering") void client.invalidateQueries({ queryKey: keys.rendering(workspace) });
      else if (branch === null || type === "promoted" || type === "workspace")
        void client.invalidateQueries({ queryKey: keys.workspace(workspace) });
      else {
        void client.invalidateQueries({ queryKey: keys.branch(workspace, branch) });
        void client.invalidateQueries({ queryKey: keys.branches(workspace) });
      }
    };
    return () => source.close();
  }, [client, workspace]);
  return connection;
}
