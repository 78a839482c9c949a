/**
 * Server-sent events of one workspace. The membership (and an agent's token) is checked when the stream opens, and again
 * before every event and every beat, so that a removed member's stream ends; the session, at every beat and where the
 * event says that a password was set. Bodies carry versions, never content.
 */
import type { EventView } from "../contracts/events.ts";
import type { PresenceBoard } from "../events/presence.ts";
import type { EventListener } from "../events/subscribe.ts";
import type { Published } from "../events/event.ts";
import { workspaceFor } from "../services/access.ts";
import type { Principal, Services } from "../services/context.ts";
import type { Failure } from "../services/failure.ts";
import { presenceOf } from "../services/presence.ts";
import { ok, type Result } from "../shared/result.ts";

const BEAT = 15_000;
const encoder = new TextEncoder();

export async function streamEvents(
  services: Services,
  listener: EventListener,
  principal: Principal,
  slug: string,
  after: string | null,
  signal: AbortSignal,
  sessionHolds: () => Promise<boolean>,
  presence: PresenceBoard,
): Promise<Result<Response, Failure>> {
  const workspace = await workspaceFor(services.db, principal, slug, "viewer");
  if (!workspace.ok) return workspace;
  const workspaceId = workspace.value.id;
  const stillMember = async () => (await workspaceFor(services.db, principal, slug, "viewer")).ok;
  let stop: (cancelled?: boolean) => void = () => undefined;

  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      const life = { ended: false };
      const send = (text: string) => {
        if (!life.ended) controller.enqueue(encoder.encode(text));
      };
      const mayHear = async (type: string) => (type !== "password" || (await sessionHolds())) && (await stillMember());
      const beat = setInterval(() => {
        void mayHear("password")
          .catch(() => false)
          .then((may) => (may ? send(": beat\n\n") : stop()));
      }, BEAT);
      let unsubscribe = () => {};
      let unwatch = () => {};
      const letGo = () => {
        life.ended = true;
        clearInterval(beat);
        unsubscribe();
        unwatch();
      };
      stop = (cancelled = false) => {
        if (life.ended) return;
        letGo();
        if (!cancelled) controller.close();
      };
      signal.addEventListener("abort", () => stop(), { once: true });
      let turn = Promise.resolve();
      send("retry: 2000\n\n");
      const subscription = {
        workspaceId,
        afterId: after !== null && /^\d{1,18}$/.test(after) ? BigInt(after) : undefined,
      };
      const hear = (event: Published) => {
        // Who cannot be asked about may not hear: the browser comes again, and catches up.
        turn = turn
          .then(() => mayHear(event.type))
          .catch(() => false)
          .then((may) => {
            if (may) send(`id: ${event.id}\ndata: ${JSON.stringify(viewOf(event, slug))}\n\n`);
            else stop();
          });
      };
      try {
        unsubscribe = await listener.subscribe(subscription, hear);
      } catch (error) {
        letGo();
        throw error;
      }
      send(": open\n\n");
      // Named, and without an id: it is nothing to catch up with. The first one ends what was caught up with.
      const sendPresence = () => {
        turn = turn
          .then(() => mayHear("presence"))
          .catch(() => false)
          .then((may) => {
            if (may) send(`event: presence\ndata: ${JSON.stringify(presenceOf(presence, workspaceId))}\n\n`);
            else stop();
          });
      };
      unwatch = presence.watch(workspaceId, sendPresence);
      sendPresence();
      // It may have been left before there was anything to let go of.
      if (signal.aborted) stop();
      if (life.ended) letGo();
    },
    cancel: () => stop(true),
  });
  return ok(
    new Response(stream, {
      headers: {
        "content-type": "text/event-stream",
        "cache-control": "no-store, no-transform",
        "x-accel-buffering": "no",
      },
    }),
  );
}

/** What else an event says of itself: never content. */
const SAID = ["verdict", "count", "subject", "what", "fragment"] as const;

function viewOf(event: Published, workspace: string): EventView {
  const body = (event.body ?? {}) as Partial<Pick<EventView, "t" | "seq" | "path" | (typeof SAID)[number]>>;
  return {
    id: String(event.id),
    type: event.type as EventView["type"],
    workspace,
    branch: event.branchId,
    t: body.t ?? null,
    seq: body.seq ?? null,
    ...(body.path === undefined ? {} : { path: body.path }),
    ...(event.actorId === null ? {} : { by: event.actorId }),
    ...Object.fromEntries(SAID.flatMap((key) => (body[key] === undefined ? [] : [[key, body[key]]]))),
  };
}
