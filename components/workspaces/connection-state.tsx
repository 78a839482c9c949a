import type { Connection } from "../../lib/client/live.ts";

const WORDS: Readonly<Record<Connection, string>> = {
  connecting: "connecting",
  live: "up to date",
  lost: "connection lost: shown is what was read last; trying again",
};

/** Quiet while all is well; says it when what is shown may be old. */
export function ConnectionState({ connection }: { readonly connection: Connection }) {
  const lost = connection === "lost";
  return (
    <span className={lost ? "text-stale" : undefined}>
      <span aria-hidden className={connection === "live" ? "text-added" : undefined}>
        {lost ? "◐" : connection === "live" ? "●" : "○"}
      </span>{" "}
      {WORDS[connection]}
    </span>
  );
}
