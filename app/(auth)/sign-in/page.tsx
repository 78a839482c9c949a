import type { Metadata } from "next";

import { nextAddress } from "@/components/auth/next-address.ts";
import { SignIn } from "@/components/auth/sign-in.tsx";

export const metadata: Metadata = { title: "Sign in" };

interface PageProps {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export default async function SignInPage({ searchParams }: PageProps) {
  const { next } = await searchParams;
  return <SignIn next={nextAddress(typeof next === "string" ? next : undefined)} />;
}
