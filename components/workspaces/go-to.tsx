"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";

import { useBranches, useWorkspaces } from "../../lib/client/queries.ts";
import { visibleName } from "../files/visible-name.ts";
import { CommandPalette, type PaletteCommand } from "../ui/command-palette.tsx";
import { useShortcuts } from "../ui/use-shortcuts.ts";
import { PLACES, placeAddress, placeLabel } from "./workspace-nav.tsx";

/** Mod+K: every place of the workspace, every branch, every other workspace, by name. Place once in a shell. */
export function GoTo({ slug }: { readonly slug: string }) {
  const [open, setOpen] = useState(false);
  useShortcuts("Everywhere", [
    { keys: "Mod+K", label: "Go to a place, branch or workspace", run: () => setOpen(true) },
  ]);
  return open ? <Palette slug={slug} onClose={() => setOpen(false)} /> : null;
}

/** Read only when asked for. */
function Palette({ slug, onClose }: { readonly slug: string; readonly onClose: () => void }) {
  const router = useRouter();
  const branches = useBranches(slug).data?.branches ?? [];
  const workspaces = useWorkspaces().data?.workspaces ?? [];
  const go = (address: string) => () => router.push(address);
  const commands: PaletteCommand[] = [
    ...PLACES.map((place) => ({
      id: place,
      group: "This workspace",
      label: placeLabel(place),
      run: go(placeAddress(slug, place)),
    })),
    ...branches.map((branch) => ({
      id: branch.id,
      group: "Review a branch",
      label: visibleName(branch.name),
      detail: `${branch.kind} · ${visibleName(branch.user.name)}`,
      keywords: [branch.user.name, branch.kind],
      run: go(placeAddress(slug, "review", branch.id)),
    })),
    ...workspaces
      .filter((workspace) => workspace.slug !== slug)
      .map((workspace) => ({
        id: `w ${workspace.slug}`,
        group: "Other workspaces",
        label: visibleName(workspace.name),
        run: go(placeAddress(workspace.slug, "review")),
      })),
    { id: "all", group: "Other workspaces", label: "All workspaces", run: go("/workspaces") },
  ];
  return (
    <CommandPalette
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      commands={commands}
      ofText={(text) => [
        {
          id: "search",
          group: "Search",
          label: `Search for “${visibleName(text)}” in the files`,
          run: go(`${placeAddress(slug, "search")}?${new URLSearchParams({ q: text }).toString()}`),
        },
      ]}
    />
  );
}
