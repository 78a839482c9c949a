"use client";

import { ListFilter } from "lucide-react";
import { useState } from "react";

import type { FacetName } from "../../lib/contracts/changes.ts";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { ChipButton } from "../ui/chip.tsx";
import { groupDigits } from "../ui/format.ts";
import { Popover } from "../ui/popover.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { useShortcuts } from "../ui/use-shortcuts.ts";
import { FACETS, isFiltering, NO_FILTER, type ChangeFilter } from "./change-filter.ts";
import { FACET_WORDS } from "./words.ts";

export interface FilterMenuProps {
  readonly filter: ChangeFilter;
  readonly onFilter: (filter: ChangeFilter) => void;
  /** The turns that touched the file. */
  readonly turns: readonly number[];
  /** Changes that pass, and all of the file. */
  readonly shown: number;
  readonly all: number;
}

const PERCENTS = ["any", "1", "10", "50"] as const;

/** Which changes are looked at: by state, flag, facet, turn, and by how much a number changes. */
export function FilterMenu({ filter, onFilter, turns, shown, all }: FilterMenuProps) {
  const [open, setOpen] = useState(false);
  const active = isFiltering(filter);
  useShortcuts("Filter", [
    { keys: "F", label: "Filter the changes of this file", hint: "filter", run: () => setOpen(true) },
    { keys: "Shift+F", label: "Show all changes of this file", enabled: active, run: () => onFilter(NO_FILTER) },
  ]);
  const facet = (one: FacetName) => (on: boolean) =>
    onFilter({ ...filter, facets: FACETS.filter((other) => (other === one ? on : filter.facets.includes(other))) });
  const turn = (one: number) => (on: boolean) =>
    onFilter({ ...filter, turns: turns.filter((other) => (other === one ? on : filter.turns.includes(other))) });
  return (
    <Popover
      label="Filter"
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <ChipButton aria-pressed={active} aria-label={active ? `Filter: ${shown} of ${all} changes` : "Filter"}>
          <ListFilter size={13} aria-hidden />
          {active ? (
            <span className="tabular-nums">
              {groupDigits(shown)} of {groupDigits(all)}
            </span>
          ) : (
            "Filter"
          )}
        </ChipButton>
      }
    >
      <div className="grid w-72 gap-3 p-3">
        <Segmented
          label="State"
          value={filter.state ?? "all"}
          onChange={(state) => onFilter({ ...filter, state: state === "all" ? null : state })}
          segments={[
            { value: "all", label: "All" },
            { value: "pending", label: "Pending" },
            { value: "decided", label: "Decided" },
          ]}
        />
        <div className="flex gap-4">
          <Checkbox checked={filter.flagged} onChange={(flagged) => onFilter({ ...filter, flagged })}>
            Flagged
          </Checkbox>
          <Checkbox checked={filter.unseen} onChange={(unseen) => onFilter({ ...filter, unseen })}>
            Not seen by me
          </Checkbox>
        </div>
        <fieldset>
          <legend className="text-ink-3 mb-1 text-xs font-semibold">What changed</legend>
          <div className="grid grid-cols-2 gap-1">
            {FACETS.map((one) => (
              <Checkbox key={one} checked={filter.facets.includes(one)} onChange={facet(one)}>
                {FACET_WORDS[one]}
              </Checkbox>
            ))}
          </div>
        </fieldset>
        {turns.length < 2 ? null : (
          <fieldset>
            <legend className="text-ink-3 mb-1 text-xs font-semibold">Made in turn</legend>
            <div className="flex flex-wrap gap-x-4 gap-y-1">
              {turns.map((one) => (
                <Checkbox key={one} checked={filter.turns.includes(one)} onChange={turn(one)}>
                  {one}
                </Checkbox>
              ))}
            </div>
          </fieldset>
        )}
        <div>
          <p className="text-ink-3 mb-1 text-xs font-semibold">Numbers that change by at least</p>
          <Segmented
            label="Numbers that change by at least"
            value={PERCENTS.find((one) => Number(one) === filter.percent) ?? "any"}
            onChange={(value) => onFilter({ ...filter, percent: value === "any" ? null : Number(value) })}
            segments={PERCENTS.map((value) => ({ value, label: value === "any" ? "Any" : `${value} %` }))}
          />
        </div>
        <div className="border-line flex items-center gap-2 border-t pt-2">
          <span className="text-ink-3 flex-1 text-sm" role="status">
            {groupDigits(shown)} of {groupDigits(all)} changes
          </span>
          <Button disabled={!active} onClick={() => onFilter(NO_FILTER)}>
            Show all
          </Button>
        </div>
      </div>
    </Popover>
  );
}
