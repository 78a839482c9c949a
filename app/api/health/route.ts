import { health } from "@/lib/api/operations/operators.ts";
import { serve } from "@/lib/api/serve.ts";

export const dynamic = "force-dynamic";

export const GET = serve(health);
