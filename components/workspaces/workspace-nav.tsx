"use client";

import { ChevronDown } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";

import { InboxCount, InboxLink } from "../inbox/inbox-count.tsx";
import { ChipButton } from "../ui/chip.tsx";
import { cx } from "../ui/cx.ts";
import { Menu } from "../ui/menu.tsx";

export type Place = "review" | "branches" | "files" | "search" | "inbox" | "history" | "trace" | "settings";

const LABELS: Readonly<Record<Place, string>> = {
  review: "Review",
  branches: "Branches",
  files: "Files",
  search: "Search",
  inbox: "Inbox",
  history: "History",
  trace: "Trace",
  settings: "Settings",
};

export const PLACES: readonly Place[] = [
  "inbox",
  "review",
  "branches",
  "files",
  "search",
  "history",
  "trace",
  "settings",
];

/** Review and trace are of the branch at hand, or else of the one that waits most. */
export function placeAddress(slug: string, place: Place, branch?: string): string {
  const root = `/w/${encodeURIComponent(slug)}`;
  if (place !== "review" && place !== "trace") return `${root}/${place}`;
  if (branch === undefined) return place === "trace" ? `${root}/trace` : root;
  return `${root}/branches/${encodeURIComponent(branch)}/${place}`;
}

export const placeLabel = (place: Place): string => LABELS[place];

export interface WorkspaceNavProps {
  readonly slug: string;
  readonly here: Place;
  readonly branch?: string | undefined;
  /** A full bar leaves less room: the places fold into one menu earlier. */
  readonly full: boolean;
}

/** The places of a workspace; sits in the top bar, whose width decides between links and a menu. */
export function WorkspaceNav({ slug, here, branch, full }: WorkspaceNavProps) {
  const router = useRouter();
  return (
    <nav aria-label="Workspace" className="flex shrink-0">
      <ul className={cx("mx-1 hidden gap-0.5", full ? "@min-[1640px]:flex" : "@min-[1180px]:flex")}>
        {PLACES.map((place) => (
          <li key={place}>
            <Link
              href={placeAddress(slug, place, branch)}
              aria-current={place === here ? "page" : undefined}
              className="text-ink-2 hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent inline-flex h-7 items-center rounded-md px-2.5 aria-[current=page]:font-semibold"
            >
              {LABELS[place]}
              {place === "inbox" ? <InboxCount workspace={slug} /> : null}
            </Link>
          </li>
        ))}
      </ul>
      <div className={cx("flex items-center", full ? "@min-[1640px]:hidden" : "@min-[1180px]:hidden")}>
        <Menu
          trigger={
            <ChipButton aria-label={`${LABELS[here]}: go to another place of the workspace`}>
              {LABELS[here]}
              <ChevronDown size={12} aria-hidden className="text-ink-3" />
            </ChipButton>
          }
          groups={[
            {
              entries: PLACES.map((place) => ({
                label: LABELS[place],
                checked: place === here,
                onSelect: () => router.push(placeAddress(slug, place, branch)),
              })),
            },
          ]}
        />
        <InboxLink workspace={slug} href={placeAddress(slug, "inbox")} />
      </div>
    </nav>
  );
}
