import type { Metadata } from "next";
import Link from "next/link";

import { CardPage } from "@/components/shell/page-frame.tsx";
import { buttonClass } from "@/components/ui/button.tsx";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <CardPage title="There is no such page">
      <p className="text-ink-2 mb-4">The address may be mistyped, or what it named is not there any more.</p>
      <Link href="/workspaces" className={buttonClass("primary")}>
        All workspaces
      </Link>
    </CardPage>
  );
}
