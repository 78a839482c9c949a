import { commentDelete, commentEdit } from "@/lib/api/operations/comments.ts";
import { serve } from "@/lib/api/serve.ts";

export const dynamic = "force-dynamic";

export const PUT = serve(commentEdit);
export const DELETE = serve(commentDelete);
