"use client";

import Link from "next/link";
import { useRef, useState } from "react";

import { problemOf } from "../../lib/client/problem-of.ts";
import { useChangeRole, useCreatePasswordLink, useMembers, useRemoveMember } from "../../lib/client/settings.ts";
import type { Role } from "../../lib/contracts/common.ts";
import type { MemberView, SecretLink } from "../../lib/contracts/settings.ts";
import { visibleName } from "../files/visible-name.ts";
import { AlertDialog } from "../ui/alert-dialog.tsx";
import { buttonClass } from "../ui/button.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { plural } from "../ui/format.ts";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { notify } from "../ui/toast.tsx";
import { useRowKeys } from "../workspaces/use-row-keys.ts";
import { useWorkspaceHere } from "../workspaces/workspace-context.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { MembersTable } from "./members-table.tsx";
import { sectionAddress } from "./sections.ts";
import { Card, SettingsSection } from "./settings-section.tsx";

type Asking =
  | { readonly act: "remove" | "password"; readonly member: MemberView }
  | { readonly act: "step-down"; readonly member: MemberView; readonly role: Role };

/** Who is in the workspace and as what. Owners change it; the last owner stays one. */
export function MembersSection() {
  const { slug, workspace, me } = useWorkspaceHere();
  const list = useMembers(slug);
  const change = useChangeRole(slug);
  const table = useRef<HTMLDivElement>(null);
  useRowKeys("Members", "member", table);
  const [asking, setAsking] = useState<Asking | null>(null);
  const [link, setLink] = useState<{ readonly member: MemberView; readonly link: SecretLink } | null>(null);
  const members = list.data?.members;
  const owner = workspace?.role === "owner";
  const owners = members?.filter(({ role }) => role === "owner").length ?? 0;

  const setRole = (member: MemberView, role: Role, undo = true) =>
    change.mutate(
      { member: member.person.id, role },
      {
        onSuccess: () =>
          notify.done(
            `${visibleName(member.person.name)} is ${role} now`,
            undo && member.person.id !== me?.id
              ? { action: { label: "Undo", run: () => setRole({ ...member, role }, member.role, false) } }
              : {},
          ),
        onError: ({ problem }) => notify.failed(problem.title, { description: problem.detail }),
      },
    );

  return (
    <SettingsSection
      title="Members"
      detail={
        members === undefined ? "\u00a0" : `${plural(members.length, "member")}, of whom ${plural(owners, "owner")}`
      }
      actions={
        owner ? (
          <Link href={`${sectionAddress(slug, "invitations")}?new`} className={buttonClass("primary")}>
            Invite somebody…
          </Link>
        ) : null
      }
    >
      <div ref={table}>
        <Card>
          {members === undefined ? (
            list.error === null ? (
              <div className="pt-[30px]">
                <SkeletonRows label="Loading the members" rows={3} height={50} />
              </div>
            ) : (
              <ErrorState
                problem={problemOf(list.error)}
                retrying={list.isFetching}
                onRetry={() => void list.refetch()}
              />
            )
          ) : (
            <MembersTable
              members={members}
              me={me?.id ?? ""}
              slug={slug}
              owner={owner}
              lastOwner={owners === 1}
              busy={change.isPending ? change.variables.member : null}
              onRole={(member, role) =>
                member.person.id === me?.id ? setAsking({ act: "step-down", member, role }) : setRole(member, role)
              }
              onAsk={(act, member) => setAsking({ act, member })}
            />
          )}
        </Card>
      </div>
      {asking?.act === "step-down" ? (
        <AlertDialog
          open
          danger
          title={`Stop being an owner of this workspace?`}
          action={`Become ${asking.role}`}
          onOpenChange={(open) => {
            if (!open) setAsking(null);
          }}
          onConfirm={() => {
            setRole(asking.member, asking.role);
            setAsking(null);
          }}
        >
          You will be {asking.role}. Only another owner can make you an owner again.
        </AlertDialog>
      ) : null}
      {asking?.act === "remove" ? (
        <RemoveDialog slug={slug} member={asking.member} onClose={() => setAsking(null)} />
      ) : null}
      {asking?.act === "password" ? (
        <PasswordDialog
          slug={slug}
          member={asking.member}
          onClose={() => setAsking(null)}
          onLink={(made) => {
            setLink({ member: asking.member, link: made });
            setAsking(null);
          }}
        />
      ) : null}
      {link === null ? null : (
        <LinkDialog
          title={`Password link for ${visibleName(link.member.person.name)}`}
          label="Password link"
          link={link.link}
          onClose={() => setLink(null)}
        >
          Give it to {visibleName(link.member.person.name)} and to nobody else: whoever opens it sets their password.
          When it is used, all their sessions end, and the log says so.
        </LinkDialog>
      )}
    </SettingsSection>
  );
}

interface ActDialogProps {
  readonly slug: string;
  readonly member: MemberView;
  readonly onClose: () => void;
}

function RemoveDialog({ slug, member, onClose }: ActDialogProps) {
  const remove = useRemoveMember(slug);
  const name = visibleName(member.person.name);
  return (
    <AlertDialog
      open
      danger
      title={`Remove ${name} from this workspace?`}
      action={`Remove ${name}`}
      busy={remove.isPending}
      onOpenChange={(open) => {
        if (!open && !remove.isPending) onClose();
      }}
      onConfirm={() =>
        remove.mutate(member.person.id, {
          onSuccess: () => {
            notify.done(`${name} was removed`, {
              description: "Access ended at once, open pages and tokens included.",
            });
            onClose();
          },
          onError: ({ problem }) => {
            notify.failed(problem.title, { description: problem.detail });
            onClose();
          },
        })
      }
    >
      Access ends at once: open pages, agent tokens, and links that {name} made. What they staged and decided stays,
      under their name.
    </AlertDialog>
  );
}

function PasswordDialog({ slug, member, onClose, onLink }: ActDialogProps & { onLink: (link: SecretLink) => void }) {
  const create = useCreatePasswordLink(slug);
  const name = visibleName(member.person.name);
  return (
    <AlertDialog
      open
      title={`Make a password link for ${name}?`}
      action="Make the link"
      busy={create.isPending}
      onOpenChange={(open) => {
        if (!open && !create.isPending) onClose();
      }}
      onConfirm={() =>
        create.mutate(member.person.id, {
          onSuccess: onLink,
          onError: ({ problem }) => {
            notify.failed(problem.title, { description: problem.detail });
            onClose();
          },
        })
      }
    >
      It works once, for 24 hours. An earlier link for {name} ends. Their password stays as it is until it is used.
    </AlertDialog>
  );
}
