import { workspaceArchive, workspaceRestore } from "@/lib/api/operations/settings.ts";
import { serve } from "@/lib/api/serve.ts";

export const dynamic = "force-dynamic";

export const POST = serve(workspaceArchive);
export const DELETE = serve(workspaceRestore);
