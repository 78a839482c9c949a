import { inboxGet, mentionsMark } from "@/lib/api/operations/comments.ts";
import { serve } from "@/lib/api/serve.ts";

export const dynamic = "force-dynamic";

export const GET = serve(inboxGet);
export const POST = serve(mentionsMark);
