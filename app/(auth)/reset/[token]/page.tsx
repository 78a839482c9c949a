import type { Metadata } from "next";

import { SetPassword } from "@/components/settings/set-password.tsx";

export const metadata: Metadata = { title: "New password", referrer: "no-referrer", robots: { index: false } };

export default async function ResetPage({ params }: { readonly params: Promise<{ readonly token: string }> }) {
  return <SetPassword token={(await params).token} />;
}
