import type { Metadata } from "next";

import { SearchScreen } from "@/components/search/search-screen.tsx";

export const metadata: Metadata = { title: "Search" };

export default function SearchPage() {
  return <SearchScreen />;
}
