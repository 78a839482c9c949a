import { mediaGet } from "@/lib/api/operations/files.ts";
import { serve } from "@/lib/api/serve.ts";

export const dynamic = "force-dynamic";

export const GET = serve(mediaGet);
