"use client";

import Link from "next/link";
import { Fragment, type ReactNode } from "react";

import { AvatarStack } from "../ui/avatar.tsx";
import { Chip, ChipButton } from "../ui/chip.tsx";
import { FreshnessSign, FreshnessSummary, type Freshness } from "../ui/freshness-label.tsx";
import { plural, shortHash } from "../ui/format.ts";
import { Popover } from "../ui/popover.tsx";
import { VersionStamp } from "../ui/version-stamp.tsx";
import { Wordmark } from "./wordmark.tsx";

export interface Crumb {
  readonly label: string;
  /** Absent on the last. */
  readonly href?: string;
}

export interface TopBarProps {
  readonly crumbs: readonly Crumb[];
  /** The branch chip: `BranchSwitcher`. */
  readonly branch?: ReactNode;
  /** Which versions are on the screen (V3): W_0 and W_t of the branch. */
  readonly versions?: { readonly base: string; readonly current: string; readonly t: number } | undefined;
  readonly freshness?: Readonly<Partial<Record<Freshness, number>>> | undefined;
  /** Paths whose base moved, and where they are reconciled. */
  readonly stale?: { readonly count: number; readonly href: string } | undefined;
  /** Who else is here. */
  readonly people?: readonly string[];
  /** Buttons, the primary one last. */
  readonly actions?: ReactNode;
  /** The person's own menu: `UserMenu`. */
  readonly menu?: ReactNode;
}

const SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉";
/** W₇ */
const pointName = (t: number) => `W${Array.from(String(t), (digit) => SUBSCRIPTS[Number(digit)] ?? digit).join("")}`;

/** Where one is, at which versions, and the one thing to do next. Below 1100 px the versions go behind one chip. */
export function TopBar({ crumbs, branch, versions, freshness, stale, people = [], actions, menu }: TopBarProps) {
  const facts = <Facts versions={versions} freshness={freshness} stale={stale} />;
  return (
    <header className="border-line bg-panel @container shrink-0 border-b">
      <div className="flex h-11 items-center gap-2 px-3">
        <Crumbs crumbs={crumbs} />
        {branch}
        <div className="hidden items-center gap-2 @min-[1100px]:flex">{facts}</div>
        {versions === undefined && freshness === undefined ? null : (
          <div className="@min-[1100px]:hidden">
            <Popover
              label="Versions"
              trigger={
                <ChipButton>
                  {versions === undefined ? null : (
                    <>
                      <span className="text-ink-3">{pointName(versions.t)}</span>
                      <span className="mono">{shortHash(versions.current)}</span>
                    </>
                  )}
                  {freshness === undefined ? null : <FreshnessSign counts={freshness} />}
                  {stale === undefined || stale.count === 0 ? null : (
                    <span className="text-stale font-semibold">! {stale.count}</span>
                  )}
                </ChipButton>
              }
            >
              <div className="flex flex-col items-start gap-2 p-3">{facts}</div>
            </Popover>
          </div>
        )}
        <span className="flex-1" />
        {people.length === 0 ? null : (
          <div className="hidden @min-[900px]:block">
            <AvatarStack names={people} />
          </div>
        )}
        <div className="flex items-center gap-2">{actions}</div>
        {menu}
      </div>
    </header>
  );
}

function Facts({ versions, freshness, stale }: Pick<TopBarProps, "freshness" | "stale" | "versions">) {
  return (
    <>
      {versions === undefined ? null : (
        <Chip>
          <span className="text-ink-3">base</span>
          <VersionStamp hash={versions.base} of="base tree" />
          <span className="text-ink-3">→ {pointName(versions.t)}</span>
          <VersionStamp hash={versions.current} of={`tree at point ${versions.t}`} />
        </Chip>
      )}
      {freshness === undefined ? null : (
        <Chip>
          <FreshnessSummary counts={freshness} />
        </Chip>
      )}
      {stale === undefined || stale.count === 0 ? null : (
        <Link href={stale.href} className="rounded-md hover:underline">
          <Chip>
            <span aria-hidden className="text-stale font-semibold">
              !
            </span>
            {plural(stale.count, "base moved", "bases moved")}
          </Chip>
        </Link>
      )}
    </>
  );
}

function Crumbs({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Where you are" className="flex min-w-0 items-center gap-1.5">
      <Link href="/" aria-label="All workspaces" className="flex rounded-sm">
        <Wordmark />
      </Link>
      {crumbs.map((crumb, index) => (
        <Fragment key={`${index} ${crumb.label}`}>
          <span aria-hidden className="text-ink-3">
            /
          </span>
          {crumb.href === undefined ? (
            <span aria-current="page" className="cut font-semibold">
              <bdi>{crumb.label}</bdi>
            </span>
          ) : (
            <Link href={crumb.href} className="text-ink-3 hover:text-ink cut rounded-sm">
              <bdi>{crumb.label}</bdi>
            </Link>
          )}
        </Fragment>
      ))}
    </nav>
  );
}
