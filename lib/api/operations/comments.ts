/** Threads, action items, review requests, the inbox, and who is here. */
import { z } from "zod";

import {
  actionItemAnswerSchema,
  actionItemListSchema,
  changeActionItemSchema,
  createActionItemSchema,
  reviewRequestAnswerSchema,
  reviewRequestListSchema,
  submitSchema,
} from "../../contracts/action-items.ts";
import { pathSchema } from "../../contracts/common.ts";
import {
  inboxSchema,
  markedSchema,
  markMentionsSchema,
  presenceBeatSchema,
  presenceSchema,
} from "../../contracts/inbox.ts";
import {
  commentTextSchema,
  createThreadSchema,
  peopleListSchema,
  resolveThreadSchema,
  threadAnswerSchema,
  threadListSchema,
} from "../../contracts/threads.ts";
import { changeActionItem } from "../../services/actionItemsChange.ts";
import { createActionItem } from "../../services/actionItemsCreate.ts";
import { listActionItems } from "../../services/actionItemsList.ts";
import { listInbox } from "../../services/inboxList.ts";
import { markMentions } from "../../services/inboxMark.ts";
import { notePresence } from "../../services/presence.ts";
import { closeReviewRequest } from "../../services/submitClose.ts";
import { submitForReview } from "../../services/submitForReview.ts";
import { listReviewRequests } from "../../services/submitList.ts";
import { deleteComment, editComment, replyToThread } from "../../services/threadsComment.ts";
import { createThread } from "../../services/threadsCreate.ts";
import { listThreads } from "../../services/threadsList.ts";
import { listPeople } from "../../services/threadsPeople.ts";
import { resolveThread } from "../../services/threadsResolve.ts";
import { operation } from "../operation.ts";
import { runtime } from "../runtime.ts";
import { branchParams } from "./branches.ts";
import { workspaceParams } from "./workspaces.ts";

const id = z.string().min(1).max(64);
const WORKSPACE = "/api/workspaces/{workspace}";
const BRANCH = `${WORKSPACE}/branches/{branch}`;
const threadParams = workspaceParams.extend({ thread: id });
const commentParams = threadParams.extend({ comment: id });

export const threadList = operation({
  method: "GET",
  path: `${WORKSPACE}/threads`,
  summary:
    "Threads of a branch (`branch`) or of the accepted version, of one file (`path`) or of all, where they are now",
  access: "viewer",
  params: workspaceParams,
  query: z.object({ branch: id.optional(), path: pathSchema.optional() }),
  answer: threadListSchema,
  run: ({ services, principal, params, query }) =>
    listThreads(services, principal, params.workspace, { branch: query.branch ?? null, path: query.path }),
});

export const threadCreate = operation({
  method: "POST",
  path: `${WORKSPACE}/threads`,
  summary: "Begin a thread about a change, a place or a file",
  access: "reviewer",
  params: workspaceParams,
  body: createThreadSchema,
  answer: threadAnswerSchema,
  status: 201,
  run: ({ services, principal, params, body }) => createThread(services, principal, params.workspace, body),
});

export const threadReply = operation({
  method: "POST",
  path: `${WORKSPACE}/threads/{thread}/comments`,
  summary: "Answer in a thread",
  access: "reviewer",
  params: threadParams,
  body: commentTextSchema,
  answer: threadAnswerSchema,
  status: 201,
  run: ({ services, principal, params, body }) =>
    replyToThread(services, principal, params.workspace, params.thread, body),
});

export const threadResolve = operation({
  method: "PUT",
  path: `${WORKSPACE}/threads/{thread}`,
  summary: "Say that a thread is settled, or open again",
  access: "reviewer",
  params: threadParams,
  body: resolveThreadSchema,
  answer: threadAnswerSchema,
  run: ({ services, principal, params, body }) =>
    resolveThread(services, principal, params.workspace, params.thread, body),
});

export const commentEdit = operation({
  method: "PUT",
  path: `${WORKSPACE}/threads/{thread}/comments/{comment}`,
  summary: "Change the text of a comment of one's own",
  access: "reviewer",
  params: commentParams,
  body: commentTextSchema,
  answer: threadAnswerSchema,
  run: ({ services, principal, params, body }) => editComment(services, principal, params.workspace, params, body),
});

export const commentDelete = operation({
  method: "DELETE",
  path: `${WORKSPACE}/threads/{thread}/comments/{comment}`,
  summary: "Delete a comment of one's own: its text is gone, its place stays",
  access: "reviewer",
  params: commentParams,
  answer: threadAnswerSchema,
  run: ({ services, principal, params }) => deleteComment(services, principal, params.workspace, params),
});

export const peopleList = operation({
  method: "GET",
  path: `${WORKSPACE}/people`,
  summary: "The members by name and role: whom one can mention or give something to do",
  access: "viewer",
  params: workspaceParams,
  answer: peopleListSchema,
  run: ({ services, principal, params }) => listPeople(services, principal, params.workspace),
});

export const actionItemList = operation({
  method: "GET",
  path: `${BRANCH}/action-items`,
  summary: "What is to be done on a branch; `assignee=agent`: by its agent, `state=open`: what is not done yet",
  access: "viewer",
  params: branchParams,
  query: z.object({ assignee: z.literal("agent").optional(), state: z.literal("open").optional() }),
  answer: actionItemListSchema,
  run: ({ services, principal, params, query }) =>
    listActionItems(services, principal, params.workspace, params.branch, query),
});

export const actionItemCreate = operation({
  method: "POST",
  path: `${BRANCH}/action-items`,
  summary: "Give the branch's agent, or a member, something to do",
  access: "reviewer",
  params: branchParams,
  body: createActionItemSchema,
  answer: actionItemAnswerSchema,
  status: 201,
  run: ({ services, principal, params, body }) =>
    createActionItem(services, principal, params.workspace, params.branch, body),
});

export const actionItemChange = operation({
  method: "PUT",
  path: `${WORKSPACE}/action-items/{item}`,
  summary: "Say that an action item is done, dismissed or open again, with what came of it",
  access: "reviewer",
  token: "stage",
  params: workspaceParams.extend({ item: id }),
  body: changeActionItemSchema,
  answer: actionItemAnswerSchema,
  run: ({ services, principal, params, body }) =>
    changeActionItem(services, principal, params.workspace, params.item, body),
});

export const reviewRequestList = operation({
  method: "GET",
  path: `${BRANCH}/review-requests`,
  summary: "How the branch was handed over for review, newest first (B4)",
  access: "viewer",
  params: branchParams,
  answer: reviewRequestListSchema,
  run: ({ services, principal, params }) => listReviewRequests(services, principal, params.workspace, params.branch),
});

export const reviewRequestCreate = operation({
  method: "POST",
  path: `${BRANCH}/review-requests`,
  summary: "Hand the branch over for review as it is (B4)",
  access: "reviewer",
  token: "stage",
  params: branchParams,
  body: submitSchema,
  answer: reviewRequestAnswerSchema,
  status: 201,
  run: ({ services, principal, params, body }) =>
    submitForReview(services, principal, params.workspace, params.branch, body),
});

export const reviewRequestClose = operation({
  method: "DELETE",
  path: `${BRANCH}/review-requests/{request}`,
  summary: "Take a review request off the table; it stays in the list as closed",
  access: "reviewer",
  params: branchParams.extend({ request: id }),
  answer: reviewRequestAnswerSchema,
  run: ({ services, principal, params }) =>
    closeReviewRequest(services, principal, params.workspace, params.branch, params.request),
});

export const inboxOfAll = operation({
  method: "GET",
  path: "/api/inbox",
  summary: "What waits for you in all of your workspaces",
  access: "signed-in",
  answer: inboxSchema,
  run: ({ services, principal }) => listInbox(services, principal),
});

export const inboxGet = operation({
  method: "GET",
  path: `${WORKSPACE}/inbox`,
  summary: "What waits for you in one workspace",
  access: "viewer",
  params: workspaceParams,
  answer: inboxSchema,
  run: ({ services, principal, params }) => listInbox(services, principal, params.workspace),
});

export const mentionsMark = operation({
  method: "POST",
  path: `${WORKSPACE}/inbox`,
  summary: "Mark mentions of you as read, or unread",
  access: "viewer",
  params: workspaceParams,
  body: markMentionsSchema,
  answer: markedSchema,
  run: ({ services, principal, params, body }) => markMentions(services, principal, params.workspace, body),
});

export const presenceBeat = operation({
  method: "POST",
  path: `${WORKSPACE}/presence`,
  summary: "Say where you are, or that you leave; nothing is kept",
  access: "viewer",
  params: workspaceParams,
  body: presenceBeatSchema,
  answer: presenceSchema,
  run: async ({ services, principal, params, body }) => {
    const { presence } = await runtime();
    return notePresence(services, presence, principal, params.workspace, body);
  },
});
