/**
 * What the two reviewers say to each other about the session: threads on a cell, a slide's chart, a new slide and a
 * paragraph (one of them settled, one mentions somebody), things to be done, and what is handed over for review.
 */
import { createActionItem, type NewActionItem } from "../../lib/services/actionItemsCreate.ts";
import { loadBranch } from "../../lib/services/branchState.ts";
import type { Principal } from "../../lib/services/context.ts";
import { getFileDiff } from "../../lib/services/getFileDiff.ts";
import { submitForReview } from "../../lib/services/submitForReview.ts";
import { replyToThread } from "../../lib/services/threadsComment.ts";
import { createThread } from "../../lib/services/threadsCreate.ts";
import { resolveThread } from "../../lib/services/threadsResolve.ts";
import { minutes } from "./clock.ts";
import { must } from "./must.ts";
import type { Author } from "./proposals.ts";

interface People {
  readonly mara: Principal;
  readonly tomas: Principal;
}

/** A change of the session that somebody speaks about. */
interface Subject {
  readonly path: string;
  readonly address: string;
}

const MODEL = "model/Q3-model.xlsx";
const DECK = "deck/q3-board.pptx";

export async function discuss(author: Author, branch: string, { mara, tomas }: People): Promise<void> {
  await submit(
    author,
    branch,
    mara,
    tomas,
    "Q3 on actual bookings. Please look at prices and deck first; I take the model.",
  );
  const elimination: Subject = { path: MODEL, address: "sheet=Revenue&cell=D8" };
  const formula = await begin(
    author,
    branch,
    tomas,
    elimination,
    `<@${mara.userId}> this types -1.2 over the formula, and your comment on the cell says not to. The rate gives -1.25, so Q3 would be 58.3 and not 58.4.`,
  );
  await answer(author, mara, formula, "Right. I will reject the cell; deck, memo and notes then need 58.3 as well.");
  await begin(
    author,
    branch,
    mara,
    { path: DECK, address: "slide=4&shape=2" },
    "Hardware had the third colour until now and gives it to Marketplace. Fine here; the chart in the memo does the same.",
  );
  await begin(
    author,
    branch,
    tomas,
    { path: DECK, address: "slide=5" },
    "Good slide. Can we say that the 1.6 m is an order book and not a promise?",
  );
  const people = await begin(
    author,
    branch,
    mara,
    { path: "memo/cfo-memo.docx", address: "para=51" },
    "Nine more than in June? I remember eleven.",
  );
  await answer(author, tomas, people, "Eleven was the flash. The payroll of September says 606, and June was 597.");
  must(await resolveThread(author.services, mara, author.slug, people, { resolved: true }), "settling a thread");
  await ask(author, branch, mara, {
    title: "Put the formula back in Revenue!D8",
    body: "Then say 58.3 in the deck, the memo and the notes.",
    assignee: "agent",
    thread: formula,
    ...(await placeOf(author, branch, mara, elimination)),
  });
  await ask(author, branch, mara, {
    title: "Ask delivery which costs belong to the marketplace",
    assignee: { person: tomas.userId },
    path: "notes/open-questions.txt",
  });
}

/** Hands a branch over as it is. */
export async function submit(
  { services, clock, slug }: Author,
  branch: string,
  from: Principal,
  reviewer: Principal,
  message: string,
): Promise<void> {
  clock.pass(minutes(5));
  const { version } = must(await loadBranch(services, from, slug, branch, "reviewer"), "the branch to hand over");
  const request = { message, reviewer: reviewer.userId, treeHash: version.treeHash };
  must(await submitForReview(services, from, slug, branch, request), "handing over");
}

async function begin(author: Author, branch: string, who: Principal, subject: Subject, text: string): Promise<string> {
  author.clock.pass(minutes(6));
  const place = await placeOf(author, branch, who, subject);
  const request = { branch, ...place, text };
  const { thread } = must(
    await createThread(author.services, who, author.slug, request),
    `a thread on ${subject.path}`,
  );
  return thread.id;
}

async function answer({ services, clock, slug }: Author, who: Principal, thread: string, text: string): Promise<void> {
  clock.pass(minutes(4));
  must(await replyToThread(services, who, slug, thread, { text }), "a reply");
}

async function ask({ services, clock, slug }: Author, branch: string, who: Principal, item: NewActionItem) {
  clock.pass(minutes(2));
  must(await createActionItem(services, who, slug, branch, item), item.title);
}

async function placeOf({ services, slug }: Author, branch: string, who: Principal, { path, address }: Subject) {
  const request = { path, limit: 20_000 };
  const { changes, file } = must(await getFileDiff(services, who, slug, branch, request), `the changes of ${path}`);
  const change = changes.find((candidate) => candidate.address === address);
  if (!change || file.after === null) throw new Error(`The session changes nothing at ${path}#${address}`);
  return { path, contentHash: file.after, fragment: address, changeId: change.id };
}
