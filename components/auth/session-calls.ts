"use client";
/** Signing in, out, and claiming the owner's account. The session is a cookie that only the server reads. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { z } from "zod";

import { call, ProblemError } from "../../lib/client/http.ts";

const demoSchema = z.object({
  demo: z.boolean(),
  people: z.array(z.object({ id: z.string(), name: z.string(), title: z.string() })),
});

/** Whether this server shows fictional data, and who can be played. */
export const useDemoPeople = () =>
  useQuery({
    queryKey: ["demo"],
    queryFn: ({ signal }) => call("GET", "/api/demo", demoSchema, { signal }),
    staleTime: Infinity,
    retry: false,
  });

export type Credentials =
  | { readonly kind: "password"; readonly email: string; readonly password: string }
  | { readonly kind: "demo"; readonly person: string }
  | {
      readonly kind: "claim";
      readonly token: string;
      readonly name: string;
      readonly email: string;
      readonly password: string;
    };

async function enter(credentials: Credentials): Promise<undefined> {
  const { kind, ...body } = credentials;
  if (kind === "demo") await call("POST", "/api/demo", z.unknown(), { body });
  else if (kind === "claim") await call("POST", "/api/owner", z.unknown(), { body });
  else await call("POST", "/api/auth/sign-in/email", z.unknown(), { body }).catch(explain);
  return undefined;
}

/** The sign-in adapter answers in its own words; here are ours, and they never say whether the address is known. */
function explain(thrown: unknown): never {
  if (!(thrown instanceof ProblemError)) throw thrown;
  const { status } = thrown.problem;
  if (status === 400 || status === 401 || status === 403)
    throw new ProblemError({
      ...thrown.problem,
      type: "urn:staged:problem:not-permitted",
      title: "E-mail address or password is not right",
      detail: "Nobody was signed in. Check both and try again.",
    });
  if (status === 429)
    throw new ProblemError({
      ...thrown.problem,
      title: "Too many tries",
      detail: "Wait a minute, then try again.",
    });
  throw thrown;
}

/** Enters, forgets what the person before had read, and goes on. */
export function useEnter(next: string) {
  const client = useQueryClient();
  const router = useRouter();
  return useMutation<undefined, ProblemError, Credentials>({
    mutationFn: enter,
    onSuccess: () => {
      client.clear();
      router.replace(next);
    },
  });
}

/** `next` null: the page stays, and is read again as nobody's. */
export function useSignOut(next: string | null = "/sign-in") {
  const client = useQueryClient();
  const router = useRouter();
  return useMutation<unknown, ProblemError>({
    mutationFn: () => call("POST", "/api/auth/sign-out", z.unknown(), { body: {} }),
    onSuccess: () => {
      if (next === null) return client.resetQueries();
      client.clear();
      router.replace(next);
      return undefined;
    },
  });
}
