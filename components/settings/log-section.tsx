"use client";

import { Download, ScrollText } from "lucide-react";

import { problemOf } from "../../lib/client/problem-of.ts";
import { logExportAddress, useLog, type LogFilter } from "../../lib/client/settings.ts";
import { visibleName } from "../files/visible-name.ts";
import { changeSearch, useSearch } from "../shell/use-search.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Select } from "../ui/select.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { useWorkspaceHere } from "../workspaces/workspace-context.tsx";
import { ChainState } from "./chain-state.tsx";
import { LogTable } from "./log-table.tsx";
import { typeWord } from "./log-words.ts";
import { Card, SettingsSection } from "./settings-section.tsx";

const ALL = " ";

/** Everything that changed the workspace, newest first, as its chain of events has it (A1). */
export function LogSection() {
  const { slug } = useWorkspaceHere();
  const [filter, setFilter] = useFilter();
  const log = useLog(slug, filter, true);
  const first = log.data?.pages[0];
  const entries = log.data?.pages.flatMap((page) => page.entries);
  const filtered = filter.person !== null || filter.type !== null;
  return (
    <SettingsSection
      title="Audit log"
      detail="Every change of the workspace: who, what, which version. Each event names the hash of the one before."
      actions={
        <a href={logExportAddress(slug)} download className={buttonClass()}>
          <Download size={14} aria-hidden />
          Export as JSON lines
        </a>
      }
    >
      <ChainState slug={slug} />
      <div className="flex flex-wrap items-center gap-2">
        <Select
          label="Person"
          value={filter.person ?? ALL}
          onChange={(person) => setFilter({ ...filter, person: person === ALL ? null : person })}
          options={[
            { value: ALL, label: "Everybody" },
            ...(first?.people ?? []).map(({ id, name }) => ({ value: id, label: visibleName(name) })),
          ]}
        />
        <Select
          label="Kind of event"
          value={filter.type ?? ALL}
          onChange={(type) => setFilter({ ...filter, type: type === ALL ? null : type })}
          options={[
            { value: ALL, label: "All that somebody did" },
            ...(first?.types ?? []).map((type) => ({ value: type, label: typeWord(type) })),
          ]}
        />
        {filtered ? (
          <Button variant="ghost" onClick={() => setFilter({ person: null, type: null })}>
            Clear the filters
          </Button>
        ) : null}
      </div>
      <Card>
        {entries === undefined ? (
          log.error === null ? (
            <div className="pt-[30px]">
              <SkeletonRows label="Loading the log" rows={12} height={36} />
            </div>
          ) : (
            <ErrorState problem={problemOf(log.error)} retrying={log.isFetching} onRetry={() => void log.refetch()} />
          )
        ) : (
          <LogTable
            slug={slug}
            entries={entries}
            empty={
              <EmptyState icon={ScrollText} title="No event fits the filters">
                Other people or kinds of events are in the log.
              </EmptyState>
            }
          />
        )}
      </Card>
      {log.hasNextPage ? (
        <div className="flex justify-center">
          <Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            Show older events
          </Button>
        </div>
      ) : null}
    </SettingsSection>
  );
}

/** The filters stand in the address, so that they can be linked to. */
function useFilter(): readonly [LogFilter, (filter: LogFilter) => void] {
  const search = useSearch();
  return [
    { person: search.get("person"), type: search.get("type") },
    ({ person, type }) => changeSearch({ person, type }),
  ];
}
