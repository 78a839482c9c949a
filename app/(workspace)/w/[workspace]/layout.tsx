import type { Metadata } from "next";
import type { ReactNode } from "react";

import { WorkspaceProvider } from "@/components/workspaces/workspace-context.tsx";

interface LayoutProps {
  readonly params: Promise<{ readonly workspace: string }>;
  readonly children: ReactNode;
}

export async function generateMetadata({ params }: LayoutProps): Promise<Metadata> {
  const { workspace } = await params;
  return { title: { default: workspace, template: `%s · ${workspace} · StagedWorkspace` } };
}

export default async function WorkspaceLayout({ params, children }: LayoutProps) {
  const { workspace } = await params;
  return <WorkspaceProvider slug={workspace}>{children}</WorkspaceProvider>;
}
