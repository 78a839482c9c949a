import type { Metadata } from "next";

import { NextBranch } from "@/components/branches/next-branch.tsx";

export const metadata: Metadata = { title: "Trace" };

export default function NextTracePage() {
  return <NextBranch place="trace" />;
}
