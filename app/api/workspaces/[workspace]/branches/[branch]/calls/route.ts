import { callRecord } from "@/lib/api/operations/trace.ts";
import { serve } from "@/lib/api/serve.ts";

export const dynamic = "force-dynamic";

export const POST = serve(callRecord);
