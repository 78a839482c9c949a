import type { Metadata } from "next";
import { cookies } from "next/headers";

import { HistoryScreen } from "@/components/history/history-screen.tsx";
import { LAYOUT_COOKIE, layoutOf } from "@/components/shell/layout-cookie.ts";

export const metadata: Metadata = { title: "History" };

export default async function HistoryPage() {
  return <HistoryScreen layout={layoutOf((await cookies()).get(LAYOUT_COOKIE)?.value)} />;
}
