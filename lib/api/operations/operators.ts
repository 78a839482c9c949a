import { z } from "zod";

import { slugSchema } from "../../contracts/common.ts";
import { ok } from "../../shared/result.ts";
import { streamEvents } from "../event-stream.ts";
import { operation } from "../operation.ts";
import { runtime } from "../runtime.ts";

export const health = operation({
  method: "GET",
  path: "/api/health",
  summary: "The web process answers",
  access: "public",
  answer: z.object({ status: z.literal("ok") }).meta({ id: "Health" }),
  run: () => Promise.resolve(ok({ status: "ok" as const })),
});

export const ready = operation({
  method: "GET",
  path: "/api/ready",
  summary: "The database answers",
  access: "public",
  answer: z.object({ status: z.literal("ready") }).meta({ id: "Ready" }),
  run: async ({ services }) => {
    await services.db.$queryRaw`SELECT 1`;
    return ok({ status: "ready" as const });
  },
});

export const eventStream = operation({
  method: "GET",
  path: "/api/events",
  summary: "Server-sent events of one workspace; `Last-Event-ID` catches up",
  access: "viewer",
  query: z.object({ workspace: slugSchema, after: z.string().regex(/^\d+$/).optional() }),
  answer: "bytes",
  run: async ({ services, principal, query, request }) => {
    const { listener, auth, presence } = await runtime();
    return streamEvents(
      services,
      listener,
      principal,
      query.workspace,
      query.after ?? request.headers.get("last-event-id"),
      request.signal,
      // An agent's token is checked together with its membership.
      async () => principal.token !== undefined || (await auth.principalOf(request.headers)) !== null,
      presence,
    );
  },
});
