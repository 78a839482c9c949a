import type { Metadata } from "next";

import { AcceptInvitation } from "@/components/settings/accept-invitation.tsx";

export const metadata: Metadata = { title: "Invitation", referrer: "no-referrer", robots: { index: false } };

export default async function InvitePage({ params }: { readonly params: Promise<{ readonly token: string }> }) {
  return <AcceptInvitation token={(await params).token} />;
}
