/** Who is where: this page says where it is, and hears of the others over the event stream. */
"use client";

import { skipToken, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";

import { presenceSchema, type Presence } from "../contracts/inbox.ts";
import { call } from "./http.ts";
import { keys } from "./keys.ts";

/** Milliseconds; the server forgets after 40 s. */
const BEAT_EVERY = 15_000;

/** Of this page, as long as it is open. */
let ownTab: string | undefined;
const tabId = (): string =>
  (ownTab ??= Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  ));

/** Says where this page is: at once, whenever that changes, and every 15 s while it is in sight. */
export function usePresenceBeat(workspace: string, branch: string | null, path: string | null): void {
  useEffect(() => {
    const address = `/api/workspaces/${encodeURIComponent(workspace)}/presence`;
    // One that is lost is said again; the footer tells when the server does not answer.
    const beat = () => {
      if (document.visibilityState === "visible")
        call("POST", address, presenceSchema, { body: { tab: tabId(), branch, path } }).catch(() => undefined);
    };
    beat();
    const timer = setInterval(beat, BEAT_EVERY);
    document.addEventListener("visibilitychange", beat);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", beat);
    };
  }, [workspace, branch, path]);
  useEffect(() => {
    const address = `/api/workspaces/${encodeURIComponent(workspace)}/presence`;
    const leave = () => {
      const body = JSON.stringify({ tab: tabId(), branch: null, path: null, leave: true });
      navigator.sendBeacon(address, new Blob([body], { type: "application/json" }));
    };
    window.addEventListener("pagehide", leave);
    return () => window.removeEventListener("pagehide", leave);
  }, [workspace]);
}

const NOBODY: Presence["people"] = [];

/** Everybody who is in the workspace now, oneself included. Empty until the stream has said it. */
export const usePresence = (workspace: string): Presence["people"] =>
  useQuery<Presence>({ queryKey: keys.presence(workspace), queryFn: skipToken, staleTime: Infinity }).data?.people ??
  NOBODY;
