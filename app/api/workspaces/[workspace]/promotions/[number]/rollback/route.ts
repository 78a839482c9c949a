import { rollBack, rollbackPlan } from "@/lib/api/operations/promotions.ts";
import { serve } from "@/lib/api/serve.ts";

export const dynamic = "force-dynamic";

export const GET = serve(rollbackPlan);
export const POST = serve(rollBack);
