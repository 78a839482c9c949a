import type { Metadata } from "next";

import { ClaimOwner } from "@/components/auth/claim-owner.tsx";

export const metadata: Metadata = { title: "Owner's account", referrer: "no-referrer" };

interface PageProps {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export default async function ClaimPage({ searchParams }: PageProps) {
  const { token } = await searchParams;
  return <ClaimOwner token={typeof token === "string" ? token : null} />;
}
