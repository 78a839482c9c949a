"use client";

import { Command } from "cmdk";
import { Check, ChevronDown } from "lucide-react";
import { useState } from "react";

import type { BranchView } from "../../lib/contracts/branches.ts";
import { Avatar } from "../ui/avatar.tsx";
import { ChipButton } from "../ui/chip.tsx";
import { groupDigits } from "../ui/format.ts";
import { Popover } from "../ui/popover.tsx";

export interface BranchSwitcherProps {
  readonly branches: readonly BranchView[];
  /** Id of the shown branch; null: the accepted tree. */
  readonly current: string | null;
  /** null: the accepted tree. */
  readonly onSelect: (branch: BranchView | null) => void;
}

const KINDS: Readonly<Record<BranchView["kind"], string>> = {
  chat: "Staged by agents",
  review: "Proposed by people",
  evaluation: "Evaluations",
};

/** Which branch is on the screen, and the way to another: by name, user or kind. */
export function BranchSwitcher({ branches, current, onSelect }: BranchSwitcherProps) {
  const [open, setOpen] = useState(false);
  const shown = branches.find(({ id }) => id === current);
  const choose = (branch: BranchView | null) => {
    setOpen(false);
    onSelect(branch);
  };
  return (
    <Popover
      label="Branches"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <ChipButton
          aria-label={
            shown === undefined ? "Accepted tree: change branch" : `Branch ${shown.kind} ${shown.name}: change branch`
          }
        >
          {shown === undefined ? (
            <span className="text-added" aria-hidden>
              ✓
            </span>
          ) : (
            <BranchSign branch={shown} />
          )}
          <span className="cut max-w-48">{shown === undefined ? "accepted" : `${shown.kind} · ${shown.name}`}</span>
          <ChevronDown size={12} aria-hidden className="text-ink-3" />
        </ChipButton>
      }
    >
      <Command label="Branches" loop className="w-[380px] max-w-[calc(100vw-32px)]">
        <Command.Input
          placeholder="Find a branch"
          className="border-line placeholder:text-ink-3 h-9 w-full border-b bg-transparent px-3 outline-none"
        />
        <Command.List className="max-h-[60vh] overflow-auto p-1">
          <Command.Empty className="text-ink-3 px-3 py-5 text-center text-sm">No branch of that name.</Command.Empty>
          <Command.Item value="accepted tree" onSelect={() => choose(null)} className={ITEM}>
            <span className="text-added w-4 text-center" aria-hidden>
              ✓
            </span>
            <span className="flex-1">Accepted tree</span>
            {current === null ? <Check size={14} aria-label="shown" /> : null}
          </Command.Item>
          {(["chat", "review", "evaluation"] as const).map((kind) => {
            const of = branches.filter((branch) => branch.kind === kind);
            if (of.length === 0) return null;
            return (
              <Command.Group
                key={kind}
                heading={KINDS[kind]}
                className="[&_[cmdk-group-heading]]:text-ink-3 [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs"
              >
                {of.map((branch) => (
                  <Command.Item
                    key={branch.id}
                    value={`${branch.name} ${branch.user.name} ${branch.id}`}
                    onSelect={() => choose(branch)}
                    className={ITEM}
                  >
                    <BranchSign branch={branch} />
                    <BranchLine branch={branch} />
                    {branch.id === current ? <Check size={14} aria-label="shown" /> : null}
                  </Command.Item>
                ))}
              </Command.Group>
            );
          })}
        </Command.List>
      </Command>
    </Popover>
  );
}

const ITEM = "flex min-h-9 items-center gap-2 rounded-md px-2 py-1 data-[selected=true]:bg-hover";

const BranchSign = ({ branch }: { readonly branch: BranchView }) => (
  <Avatar
    name={branch.kind === "review" ? branch.user.name : `for ${branch.user.name}`}
    kind={branch.kind === "review" ? "person" : "agent"}
    size="small"
  />
);

function BranchLine({ branch }: { readonly branch: BranchView }) {
  return (
    <span className="min-w-0 flex-1">
      <span className="flex items-center gap-2">
        <span className="cut">{branch.name}</span>
        {branch.stale > 0 ? (
          <span className="text-stale shrink-0 text-xs font-medium">! {branch.stale} base moved</span>
        ) : null}
        {branch.openTurn === null ? null : (
          <span className="text-accent shrink-0 text-xs">turn {branch.openTurn.turn} is running</span>
        )}
      </span>
      <span className="text-ink-3 cut block text-xs">
        {branch.user.name} · {groupDigits(branch.files)} files, {groupDigits(branch.changes.pending)} open
      </span>
    </span>
  );
}
