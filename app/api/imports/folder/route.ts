import { folderImport } from "@/lib/api/operations/workspaces.ts";
import { serve } from "@/lib/api/serve.ts";

export const dynamic = "force-dynamic";

export const POST = serve(folderImport);
