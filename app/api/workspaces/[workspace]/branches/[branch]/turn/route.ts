import { turnClose, turnOpen } from "@/lib/api/operations/branches.ts";
import { serve } from "@/lib/api/serve.ts";

export const dynamic = "force-dynamic";

export const POST = serve(turnOpen);
export const DELETE = serve(turnClose);
