import type { Metadata } from "next";
import { cookies } from "next/headers";

import { ReconcileScreen } from "@/components/reconcile/reconcile-screen.tsx";
import { LAYOUT_COOKIE, layoutOf } from "@/components/shell/layout-cookie.ts";

export const metadata: Metadata = { title: "Reconcile" };

export default async function StalePage({ params }: { readonly params: Promise<{ readonly branch: string }> }) {
  const { branch } = await params;
  const layout = layoutOf((await cookies()).get(LAYOUT_COOKIE)?.value);
  return <ReconcileScreen branch={branch} layout={layout} />;
}
