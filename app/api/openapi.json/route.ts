import { openApi } from "@/lib/api/operations/index.ts";
import { serve } from "@/lib/api/serve.ts";

export const dynamic = "force-dynamic";

export const GET = serve(openApi);
