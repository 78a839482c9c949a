import { fileCompare } from "@/lib/api/operations/records.ts";
import { serve } from "@/lib/api/serve.ts";

export const dynamic = "force-dynamic";

export const GET = serve(fileCompare);
