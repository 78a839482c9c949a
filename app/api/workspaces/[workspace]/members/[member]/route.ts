import { memberRemove, memberRole } from "@/lib/api/operations/settings.ts";
import { serve } from "@/lib/api/serve.ts";

export const dynamic = "force-dynamic";

export const PUT = serve(memberRole);
export const DELETE = serve(memberRemove);
