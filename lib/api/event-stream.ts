/**
 * Server-sent events of one workspace. The membership is checked when the stream opens, and again before every event
 * and every beat, so that a removed member's stream ends. Bodies carry versions, never content.
 */
import type { EventView } from "../contracts/events.ts";
import type { EventListener } from "../events/subscribe.ts";
import type { Published } from "../events/event.ts";
import { workspaceFor } from "../services/access.ts";
import type { Principal, Services } from "../services/context.ts";
import type { Failure } from "../services/failure.ts";
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
): Promise<Result<Response, Failure>> {
  const workspace = await workspaceFor(services.db, principal, slug, "viewer");
  if (!workspace.ok) return workspace;
  const workspaceId = workspace.value.id;
  const stillMember = async () => (await workspaceFor(services.db, principal, slug, "viewer")).ok;
  let stop = () => {};

  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      let ended = false;
      const send = (text: string) => {
        if (!ended) controller.enqueue(encoder.encode(text));
      };
      const beat = setInterval(() => void stillMember().then((member) => (member ? send(": beat\n\n") : stop())), BEAT);
      let unsubscribe = () => {};
      stop = () => {
        if (ended) return;
        ended = true;
        clearInterval(beat);
        unsubscribe();
        controller.close();
      };
      signal.addEventListener("abort", () => stop(), { once: true });
      let turn = Promise.resolve();
      send("retry: 2000\n\n");
      const subscription = {
        workspaceId,
        afterId: after !== null && /^\d{1,18}$/.test(after) ? BigInt(after) : undefined,
      };
      unsubscribe = await listener.subscribe(subscription, (event) => {
        turn = turn.then(async () => {
          if (await stillMember()) send(`id: ${event.id}\ndata: ${JSON.stringify(viewOf(event, slug))}\n\n`);
          else stop();
        });
      });
      send(": open\n\n");
    },
    cancel: () => stop(),
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

function viewOf(event: Published, workspace: string): EventView {
  const body = (event.body ?? {}) as { t?: number; seq?: number; path?: string };
  return {
    id: String(event.id),
    type: event.type as EventView["type"],
    workspace,
    branch: event.branchId,
    t: body.t ?? null,
    seq: body.seq ?? null,
    ...(body.path === undefined ? {} : { path: body.path }),
    ...(event.actorId === null ? {} : { by: event.actorId }),
  };
}
