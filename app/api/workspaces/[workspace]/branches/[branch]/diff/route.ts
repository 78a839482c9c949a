import { fileDiffGet } from "@/lib/api/operations/branches.ts";
import { serve } from "@/lib/api/serve.ts";

export const dynamic = "force-dynamic";

export const GET = serve(fileDiffGet);
