import { renderedPageGet } from "@/lib/api/operations/rendering.ts";
import { serve } from "@/lib/api/serve.ts";

export const dynamic = "force-dynamic";

export const GET = serve(renderedPageGet);
