"use client";

import { problemOf } from "../../lib/client/problem-of.ts";
import { useArchived, useRestoreWorkspace } from "../../lib/client/settings.ts";
import { FileName } from "../files/file-name.tsx";
import { visibleName } from "../files/visible-name.ts";
import { Button } from "../ui/button.tsx";
import { plural } from "../ui/format.ts";
import { notify } from "../ui/toast.tsx";
import { Age } from "./age.tsx";

/** The way back for owners, who alone are told; nothing is shown while there is nothing. */
export function ArchivedWorkspaces() {
  const list = useArchived();
  const archived = list.data?.workspaces ?? [];
  const restore = useRestoreWorkspace();
  if (list.data === undefined && list.error !== null)
    return (
      <p className="text-ink-2 flex items-center gap-2 text-sm">
        Archived workspaces could not be read: {problemOf(list.error).detail}
        <Button busy={list.isFetching} onClick={() => void list.refetch()}>
          Try again
        </Button>
      </p>
    );
  if (archived.length === 0) return null;
  const run = (slug: string, name: string) =>
    restore.mutate(slug, {
      onSuccess: () =>
        notify.done(`${visibleName(name)} is back`, { description: "Its members have their access again." }),
      onError: (thrown) => notify.failed("It was not restored", { description: problemOf(thrown).detail }),
    });
  return (
    <details className="mt-2">
      <summary className="text-ink-2 hover:text-ink w-fit cursor-pointer rounded-sm text-sm font-medium">
        {plural(archived.length, "archived workspace")} of yours
      </summary>
      <ul className="border-line bg-panel divide-line mt-2 divide-y rounded-lg border">
        {archived.map(({ slug, name, archivedAt }) => (
          <li key={slug} className="flex items-center gap-3 px-3 py-2">
            <FileName name={name} className="min-w-0 font-medium" />
            <span className="text-ink-3 flex-1 text-sm">
              archived <Age at={archivedAt} />
            </span>
            <Button busy={restore.isPending && restore.variables === slug} onClick={() => run(slug, name)}>
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
