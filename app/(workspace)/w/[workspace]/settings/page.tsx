import { redirect } from "next/navigation";

import { sectionAddress } from "@/components/settings/sections.ts";

export default async function SettingsPage({ params }: { readonly params: Promise<{ readonly workspace: string }> }) {
  redirect(sectionAddress((await params).workspace, "members"));
}
