import type { Metadata } from "next";
import { cookies } from "next/headers";

import { FilesScreen } from "@/components/files/files-screen.tsx";
import { LAYOUT_COOKIE, layoutOf } from "@/components/shell/layout-cookie.ts";

export const metadata: Metadata = { title: "Files" };

export default async function FilesPage() {
  return <FilesScreen layout={layoutOf((await cookies()).get(LAYOUT_COOKIE)?.value)} />;
}
