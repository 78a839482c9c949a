import { reviewRequestCreate, reviewRequestList } from "@/lib/api/operations/comments.ts";
import { serve } from "@/lib/api/serve.ts";

export const dynamic = "force-dynamic";

export const GET = serve(reviewRequestList);
export const POST = serve(reviewRequestCreate);
