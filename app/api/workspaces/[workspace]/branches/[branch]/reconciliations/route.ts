import { reconcile } from "@/lib/api/operations/reconcile.ts";
import { serve } from "@/lib/api/serve.ts";

export const dynamic = "force-dynamic";

export const POST = serve(reconcile);
