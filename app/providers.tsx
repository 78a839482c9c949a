"use client";
/**
 * What every page shares: one query cache. A refusal (4xx) is final and shown at once; anything else is tried twice more.
 * A session that has ended leads to sign-in, and from there back to where one was.
 */
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";

import { signInAddress } from "@/components/auth/next-address.ts";
import { ProblemError } from "@/lib/client/http.ts";

const TRIES = 2;

const isRefusal = (thrown: unknown) =>
  thrown instanceof ProblemError && thrown.problem.status >= 400 && thrown.problem.status < 500;

function toSignIn(thrown: unknown): void {
  if (!(thrown instanceof ProblemError) || thrown.kind !== "not-signed-in") return;
  const { pathname, search } = window.location;
  if (pathname !== "/sign-in") window.location.replace(signInAddress(`${pathname}${search}`));
}

const createClient = () =>
  new QueryClient({
    queryCache: new QueryCache({ onError: toSignIn }),
    mutationCache: new MutationCache({ onError: toSignIn }),
    defaultOptions: {
      queries: { staleTime: 5_000, retry: (failed, thrown) => !isRefusal(thrown) && failed < TRIES },
      mutations: { retry: false },
    },
  });

export function Providers({ children }: { readonly children: ReactNode }) {
  const [client] = useState(createClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
