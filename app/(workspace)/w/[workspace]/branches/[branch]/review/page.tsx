import type { Metadata } from "next";
import { cookies } from "next/headers";

import { ReviewScreen } from "@/components/review/review-screen.tsx";
import { LAYOUT_COOKIE, layoutOf } from "@/components/shell/layout-cookie.ts";
import { env } from "@/lib/shared/env.ts";

export const metadata: Metadata = { title: "Review" };

export default async function ReviewPage({ params }: { readonly params: Promise<{ readonly branch: string }> }) {
  const { branch } = await params;
  const layout = layoutOf((await cookies()).get(LAYOUT_COOKIE)?.value);
  return <ReviewScreen branch={branch} layout={layout} licenseKey={env().handsontableLicenseKey} />;
}
