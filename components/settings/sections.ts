/** The sections of the settings, each under an address of its own. */
import type { Role } from "../../lib/contracts/common.ts";

export type Section = "members" | "invitations" | "tokens" | "workspace" | "log" | "account";

export interface SectionInfo {
  readonly section: Section;
  readonly label: string;
  /** Who may read it; the server decides again. */
  readonly needs: Role;
}

export const SECTIONS: readonly SectionInfo[] = [
  { section: "members", label: "Members", needs: "viewer" },
  { section: "invitations", label: "Invitations", needs: "owner" },
  { section: "tokens", label: "Agent tokens", needs: "viewer" },
  { section: "workspace", label: "Workspace", needs: "viewer" },
  { section: "log", label: "Audit log", needs: "maintainer" },
  { section: "account", label: "Your account", needs: "viewer" },
];

/** Null: there is no such section. */
export const sectionOf = (text: string): Section | null =>
  SECTIONS.find(({ section }) => section === text)?.section ?? null;

export const sectionAddress = (slug: string, section: Section): string =>
  `/w/${encodeURIComponent(slug)}/settings/${section}`;

/** What a role is for, in the words of the screens. */
export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  viewer: "Reads everything",
  reviewer: "Stages and decides",
  maintainer: "Promotes and rolls back",
  owner: "Manages members and settings",
};
