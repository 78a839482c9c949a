"use client";

import { ChevronDown } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";

import { ChipButton } from "../ui/chip.tsx";
import { cx } from "../ui/cx.ts";
import { Menu } from "../ui/menu.tsx";

export type Place = "review" | "branches" | "files" | "history";

const LABELS: Readonly<Record<Place, string>> = {
  review: "Review",
  branches: "Branches",
  files: "Files",
  history: "History",
};

export const PLACES: readonly Place[] = ["review", "branches", "files", "history"];

/** Review is of the branch at hand, or else of the one that waits most. */
export function placeAddress(slug: string, place: Place, branch?: string): string {
  const root = `/w/${encodeURIComponent(slug)}`;
  if (place !== "review") return `${root}/${place}`;
  return branch === undefined ? root : `${root}/branches/${encodeURIComponent(branch)}/review`;
}

export const placeLabel = (place: Place): string => LABELS[place];

export interface WorkspaceNavProps {
  readonly slug: string;
  readonly here: Place;
  readonly branch?: string | undefined;
  /** A full bar leaves less room: the places fold into one menu earlier. */
  readonly full: boolean;
}

/** The four places of a workspace; sits in the top bar, whose width decides between links and a menu. */
export function WorkspaceNav({ slug, here, branch, full }: WorkspaceNavProps) {
  const router = useRouter();
  return (
    <nav aria-label="Workspace" className="flex shrink-0">
      <ul className={cx("mx-1 hidden gap-0.5", full ? "@min-[1380px]:flex" : "@min-[820px]:flex")}>
        {PLACES.map((place) => (
          <li key={place}>
            <Link
              href={placeAddress(slug, place, branch)}
              aria-current={place === here ? "page" : undefined}
              className="text-ink-2 hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent inline-flex h-7 items-center rounded-md px-2.5 aria-[current=page]:font-semibold"
            >
              {LABELS[place]}
            </Link>
          </li>
        ))}
      </ul>
      <div className={full ? "@min-[1380px]:hidden" : "@min-[820px]:hidden"}>
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
      </div>
    </nav>
  );
}
