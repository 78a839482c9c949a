import { actionItemCreate, actionItemList } from "@/lib/api/operations/comments.ts";
import { serve } from "@/lib/api/serve.ts";

export const dynamic = "force-dynamic";

export const GET = serve(actionItemList);
export const POST = serve(actionItemCreate);
