import type { Metadata } from "next";
import { cookies } from "next/headers";

import { LAYOUT_COOKIE, layoutOf } from "@/components/shell/layout-cookie.ts";
import { TraceScreen } from "@/components/trace/trace-screen.tsx";

export const metadata: Metadata = { title: "Trace" };

export default async function TracePage({ params }: { readonly params: Promise<{ readonly branch: string }> }) {
  const { branch } = await params;
  return <TraceScreen branch={branch} layout={layoutOf((await cookies()).get(LAYOUT_COOKIE)?.value)} />;
}
