/** What needs no workspace: the bearer's side of links, and the own account. Secrets are in bodies, never in addresses. */
import {
  doneSchema,
  invitationOfferSchema,
  joinedSchema,
  joinSchema,
  linkRequestSchema,
  passwordChangeSchema,
  profileSchema,
  resetOfferSchema,
  resetSchema,
} from "../../contracts/settings.ts";
import { changeName, changePassword } from "../../services/account.ts";
import { acceptInvitation, joinByInvitation, lookAtInvitation } from "../../services/invitationsAccept.ts";
import { lookAtReset, resetPassword } from "../../services/passwordReset.ts";
import { ok } from "../../shared/result.ts";
import { operation } from "../operation.ts";
import { runtime } from "../runtime.ts";

export const invitationLook = operation({
  method: "POST",
  path: "/api/invitations/look",
  summary: "What an invitation's link offers; nothing is changed",
  access: "public",
  body: linkRequestSchema,
  answer: invitationOfferSchema,
  run: ({ services, principal, body }) =>
    lookAtInvitation(services, principal.userId === "" ? null : principal, body.token),
});

export const invitationAccept = operation({
  method: "POST",
  path: "/api/invitations/accept",
  summary: "Become a member with an invitation's link",
  access: "signed-in",
  body: linkRequestSchema,
  answer: joinedSchema,
  run: ({ services, principal, body }) => acceptInvitation(services, principal, body.token),
});

export const invitationJoin = operation({
  method: "POST",
  path: "/api/invitations/join",
  summary: "Make an account with an invitation's link, become a member, and sign in",
  access: "public",
  body: joinSchema,
  answer: "bytes",
  run: async ({ services, body, request }) => {
    const { auth } = await runtime();
    const joined = await joinByInvitation(services, auth.passwords, body);
    if (!joined.ok) return joined;
    const signedIn = await auth.signIn(body.email.trim().toLowerCase(), body.password, request.headers);
    const cookies = signedIn.headers.getSetCookie().map((cookie): [string, string] => ["set-cookie", cookie]);
    return ok(Response.json(joined.value, { status: 201, headers: [...cookies, ["cache-control", "no-store"]] }));
  },
});

export const passwordLinkLook = operation({
  method: "POST",
  path: "/api/passwords/look",
  summary: "Whose password a link sets; nothing is changed",
  access: "public",
  body: linkRequestSchema,
  answer: resetOfferSchema,
  run: ({ services, body }) => lookAtReset(services, body.token),
});

export const passwordLinkUse = operation({
  method: "POST",
  path: "/api/passwords/reset",
  summary: "Set a new password with an owner's link; all sessions of the person end",
  access: "public",
  body: resetSchema,
  answer: doneSchema,
  run: async ({ services, body }) => resetPassword(services, (await runtime()).auth.passwords, body),
});

export const profileChange = operation({
  method: "PUT",
  path: "/api/me",
  summary: "Change your own name",
  access: "signed-in",
  body: profileSchema,
  answer: doneSchema,
  run: ({ services, principal, body }) => changeName(services, principal, body.name),
});

export const passwordChange = operation({
  method: "POST",
  path: "/api/me/password",
  summary: "Change your own password; your other sessions end",
  access: "signed-in",
  body: passwordChangeSchema,
  answer: doneSchema,
  run: async ({ services, principal, body, request }) => {
    const { auth } = await runtime();
    return changePassword(services, auth.passwords, principal, body, () => auth.sessionOf(request.headers));
  },
});
