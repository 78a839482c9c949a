/** Settings, the own account, and the bearer's side of links, as hooks. Secrets come in answers once and are kept nowhere. */
"use client";

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import type { Role } from "../contracts/common.ts";
import {
  auditChainSchema,
  auditSchema,
  createdTokenSchema,
  doneSchema,
  invitationListSchema,
  invitationOfferSchema,
  joinedSchema,
  linkSchema,
  memberListSchema,
  resetOfferSchema,
  tokenListSchema,
  type TokenScope,
} from "../contracts/settings.ts";
import { archivedListSchema, workspaceSchema } from "../contracts/workspaces.ts";
import { call, type ProblemError } from "./http.ts";
import { keys } from "./keys.ts";

const w = (workspace: string) => `/api/workspaces/${encodeURIComponent(workspace)}`;
const at = (workspace: string, what: string, id: string) => `${w(workspace)}/${what}/${encodeURIComponent(id)}`;
const PAGE = 100;

export const useMembers = (workspace: string) =>
  useQuery({
    queryKey: keys.settings(workspace, "members"),
    queryFn: ({ signal }) => call("GET", `${w(workspace)}/members`, memberListSchema, { signal }),
  });

export const useInvitations = (workspace: string, enabled: boolean) =>
  useInfiniteQuery({
    queryKey: keys.settings(workspace, "invitations"),
    queryFn: ({ signal, pageParam }) =>
      call("GET", `${w(workspace)}/invitations`, invitationListSchema, {
        query: { limit: PAGE, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    enabled,
  });

export const useAgentTokens = (workspace: string) =>
  useQuery({
    queryKey: keys.settings(workspace, "tokens"),
    queryFn: ({ signal }) => call("GET", `${w(workspace)}/tokens`, tokenListSchema, { signal }),
  });

export interface LogFilter {
  readonly person: string | null;
  readonly type: string | null;
}

export const useLog = (workspace: string, { person, type }: LogFilter, enabled: boolean) =>
  useInfiniteQuery({
    queryKey: [...keys.settings(workspace, "log"), person, type],
    queryFn: ({ signal, pageParam }) =>
      call("GET", `${w(workspace)}/log`, auditSchema, {
        query: { limit: PAGE, cursor: pageParam ?? undefined, person: person ?? undefined, type: type ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    enabled,
  });

export const useLogChain = (workspace: string, enabled: boolean) =>
  useQuery({
    queryKey: keys.auditChain(workspace),
    queryFn: ({ signal }) => call("GET", `${w(workspace)}/log/chain`, auditChainSchema, { signal }),
    staleTime: 60_000,
    enabled,
  });

export const logExportAddress = (workspace: string): string => `${w(workspace)}/log/export`;

/** Everything of the workspace is read again: a role decides what every other read tells. */
function useSettingsWrite<V, A>(workspace: string, write: (variables: V) => Promise<A>) {
  const client = useQueryClient();
  return useMutation<A, ProblemError, V>({
    mutationFn: write,
    onSettled: () => void client.invalidateQueries({ queryKey: keys.workspace(workspace) }),
  });
}

export const useChangeRole = (workspace: string) =>
  useSettingsWrite(workspace, ({ member, role }: { member: string; role: Role }) =>
    call("PUT", at(workspace, "members", member), memberListSchema, { body: { role } }),
  );

export const useRemoveMember = (workspace: string) =>
  useSettingsWrite(workspace, (member: string) => call("DELETE", at(workspace, "members", member), doneSchema));

export const useCreatePasswordLink = (workspace: string) =>
  useSettingsWrite(workspace, (member: string) =>
    call("POST", `${at(workspace, "members", member)}/password`, linkSchema),
  );

export const useInvite = (workspace: string) =>
  useSettingsWrite(workspace, (body: { role: Role; email?: string; days: number }) =>
    call("POST", `${w(workspace)}/invitations`, linkSchema, { body }),
  );

export const useRevokeInvitation = (workspace: string) =>
  useSettingsWrite(workspace, (id: string) => call("DELETE", at(workspace, "invitations", id), doneSchema));

export const useCreateAgentToken = (workspace: string) =>
  useSettingsWrite(workspace, (body: { name: string; scope: TokenScope; days: number | null }) =>
    call("POST", `${w(workspace)}/tokens`, createdTokenSchema, { body }),
  );

export const useRevokeAgentToken = (workspace: string) =>
  useSettingsWrite(workspace, (id: string) => call("DELETE", at(workspace, "tokens", id), doneSchema));

export const useRenameWorkspace = (workspace: string) =>
  useSettingsWrite(workspace, (name: string) => call("PUT", w(workspace), workspaceSchema, { body: { name } }));

/** The workspace is not there any more afterwards: what was read of it is forgotten, not read again. */
function useDeparture<V, A>(workspace: string, write: (variables: V) => Promise<A>) {
  const client = useQueryClient();
  return useMutation<A, ProblemError, V>({
    mutationFn: write,
    onSuccess: () => {
      client.removeQueries({ queryKey: keys.workspace(workspace), type: "inactive" });
      void client.invalidateQueries({ queryKey: keys.workspaces });
    },
  });
}

export const useLeaveWorkspace = (workspace: string) =>
  useDeparture(workspace, () => call("POST", `${w(workspace)}/leave`, doneSchema));

export const useArchiveWorkspace = (workspace: string) =>
  useDeparture(workspace, (name: string) => call("POST", `${w(workspace)}/archived`, doneSchema, { body: { name } }));

export const useArchived = () =>
  useQuery({
    queryKey: keys.archived,
    queryFn: ({ signal }) => call("GET", "/api/me/archived", archivedListSchema, { signal }),
  });

export const useRestoreWorkspace = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (workspace: string) => call("DELETE", `${w(workspace)}/archived`, workspaceSchema),
    onSettled: () => client.invalidateQueries({ queryKey: keys.workspaces }),
  });
};

export const useChangeName = () => {
  const client = useQueryClient();
  return useMutation<unknown, ProblemError, string>({
    mutationFn: (name) => call("PUT", "/api/me", doneSchema, { body: { name } }),
    onSuccess: () => client.invalidateQueries(),
  });
};

export const useChangePassword = () =>
  useMutation<unknown, ProblemError, { current: string; next: string }>({
    mutationFn: (body) => call("POST", "/api/me/password", doneSchema, { body }),
  });

/** The secret is in the body, and not in the key: nothing that is kept names it. */
export const useInvitationOffer = (token: string) =>
  useQuery({
    queryKey: keys.link("invitation"),
    queryFn: ({ signal }) => call("POST", "/api/invitations/look", invitationOfferSchema, { body: { token }, signal }),
    gcTime: 0,
    staleTime: 0,
  });

export const useResetOffer = (token: string) =>
  useQuery({
    queryKey: keys.link("password"),
    queryFn: ({ signal }) => call("POST", "/api/passwords/look", resetOfferSchema, { body: { token }, signal }),
    gcTime: 0,
    staleTime: 0,
  });

export const useAcceptInvitation = () => {
  const client = useQueryClient();
  return useMutation<{ workspace: string }, ProblemError, string>({
    mutationFn: (token) => call("POST", "/api/invitations/accept", joinedSchema, { body: { token } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.workspaces }),
  });
};

export const useJoin = () => {
  const client = useQueryClient();
  return useMutation<
    { workspace: string },
    ProblemError,
    { token: string; name: string; email: string; password: string }
  >({
    mutationFn: (body) => call("POST", "/api/invitations/join", joinedSchema, { body }),
    onSuccess: () => client.clear(),
  });
};

export const useSetPassword = () => {
  const client = useQueryClient();
  return useMutation<unknown, ProblemError, { token: string; password: string }>({
    mutationFn: (body) => call("POST", "/api/passwords/reset", doneSchema, { body }),
    onSuccess: () => client.clear(),
  });
};
