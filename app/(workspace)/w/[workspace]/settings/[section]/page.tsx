import type { Metadata } from "next";
import { notFound } from "next/navigation";

import { sectionOf, SECTIONS } from "@/components/settings/sections.ts";
import { SettingsScreen } from "@/components/settings/settings-screen.tsx";

interface PageProps {
  readonly params: Promise<{ readonly section: string }>;
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const asked = (await params).section;
  return { title: SECTIONS.find(({ section }) => section === asked)?.label ?? "Settings" };
}

export default async function SettingsSectionPage({ params }: PageProps) {
  const section = sectionOf((await params).section);
  if (section === null) notFound();
  return <SettingsScreen section={section} />;
}
