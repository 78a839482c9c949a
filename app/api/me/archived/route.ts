import { archivedList } from "@/lib/api/operations/settings.ts";
import { serve } from "@/lib/api/serve.ts";

export const dynamic = "force-dynamic";

export const GET = serve(archivedList);
