import { threadReply } from "@/lib/api/operations/comments.ts";
import { serve } from "@/lib/api/serve.ts";

export const dynamic = "force-dynamic";

export const POST = serve(threadReply);
