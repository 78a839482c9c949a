import type { Metadata } from "next";

import { BranchesScreen } from "@/components/branches/branches-screen.tsx";

export const metadata: Metadata = { title: "Branches" };

export default function BranchesPage() {
  return <BranchesScreen />;
}
