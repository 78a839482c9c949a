import type { Metadata } from "next";

import { WorkspacesScreen } from "@/components/workspaces/workspaces-screen.tsx";

export const metadata: Metadata = { title: "Workspaces" };

export default function WorkspacesPage() {
  return <WorkspacesScreen />;
}
