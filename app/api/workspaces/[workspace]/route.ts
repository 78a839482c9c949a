import { workspaceRename } from "@/lib/api/operations/settings.ts";
import { workspaceGet } from "@/lib/api/operations/workspaces.ts";
import { serve } from "@/lib/api/serve.ts";

export const dynamic = "force-dynamic";

export const GET = serve(workspaceGet);
export const PUT = serve(workspaceRename);
