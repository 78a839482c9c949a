/** What is read again after something happened to a workspace, and in which order. */
import type { Query, QueryClient } from "@tanstack/react-query";

import type { DeltaView } from "../contracts/changes.ts";
import { keys, ofDelta, ofOneChangedFile } from "./keys.ts";

/**
 * After anything that may take a file out of Δ: what is changed is read first, then the comparison of each file that
 * still is. Asked for at once, the comparison of a file that was just promoted whole would be refused.
 */
export async function readAgain(client: QueryClient, workspace: string, branch?: string): Promise<void> {
  const queryKey = branch === undefined ? keys.workspace(workspace) : keys.branch(workspace, branch);
  await client.invalidateQueries({ queryKey, refetchType: "none" });
  const read = (predicate: (query: Query) => boolean) => client.refetchQueries({ queryKey, type: "active", predicate });
  void read(({ queryKey: key }) => !ofDelta(key) && ofOneChangedFile(key) === null);
  await read(({ queryKey: key }) => ofDelta(key));
  await read(({ queryKey: key }) => {
    const file = ofOneChangedFile(key);
    if (file === null) return false;
    const delta = client.getQueryData<DeltaView>(keys.delta(workspace, file.branch));
    return delta === undefined || delta.files.some(({ path }) => path === file.path);
  });
}
