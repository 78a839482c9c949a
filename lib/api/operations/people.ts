import { z } from "zod";

import { meSchema } from "../../contracts/workspaces.ts";
import { claimOwner } from "../../services/claimOwner.ts";
import { demoPeople, demoPersonSchema } from "../../services/demoPeople.ts";
import { fail } from "../../services/failure.ts";
import { ok } from "../../shared/result.ts";
import { operation } from "../operation.ts";
import { runtime } from "../runtime.ts";

export const me = operation({
  method: "GET",
  path: "/api/me",
  summary: "Who is signed in",
  access: "signed-in",
  token: "read",
  answer: meSchema,
  run: async ({ principal }) => {
    const { environment } = await runtime();
    const { userId: id, name, email } = principal;
    return ok({ id, name, email, demo: environment.demo, initials: initialsOf(name) });
  },
});

export const demoPeopleList = operation({
  method: "GET",
  path: "/api/demo",
  summary: "The fictional reviewers of demo mode; empty outside of it",
  access: "public",
  answer: z.object({ demo: z.boolean(), people: z.array(demoPersonSchema) }).meta({ id: "DemoPeople" }),
  run: async () => {
    const { environment } = await runtime();
    return ok({
      demo: environment.demo,
      people: environment.demo ? demoPeople.map(({ id, name, title }) => ({ id, name, title })) : [],
    });
  },
});

export const demoSignIn = operation({
  method: "POST",
  path: "/api/demo",
  summary: "Sign in as a fictional reviewer, in demo mode only",
  access: "public",
  body: z.object({ person: z.string() }).meta({ id: "DemoSignIn" }),
  answer: "bytes",
  run: async ({ body, request }) => {
    const { environment, auth } = await runtime();
    const person = environment.demo ? demoPeople.find(({ id }) => id === body.person) : undefined;
    if (!person) return fail("not-found", "There is no such demo person here.");
    return ok(await auth.signIn(person.email, person.password, request.headers));
  },
});

export const ownerClaim = operation({
  method: "POST",
  path: "/api/owner",
  summary: "Make the owner's account with the one-time link that the first start prints",
  access: "public",
  body: z
    .object({
      token: z.string().min(1),
      name: z.string().trim().min(1).max(120),
      email: z.email().max(254),
      password: z.string().min(10).max(128),
    })
    .meta({ id: "ClaimOwner" }),
  answer: "bytes",
  run: async ({ body, services, request }) => {
    const { auth } = await runtime();
    const claimed = await claimOwner(services, auth, body);
    if (!claimed.ok) return claimed;
    return ok(await auth.signIn(body.email, body.password, request.headers));
  },
});

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0x20).toUpperCase())
    .slice(0, 2)
    .join("");
