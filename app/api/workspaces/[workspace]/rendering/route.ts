import { renderingCancel, renderingGet, renderingRequest } from "@/lib/api/operations/rendering.ts";
import { serve } from "@/lib/api/serve.ts";

export const dynamic = "force-dynamic";

export const GET = serve(renderingGet);
export const POST = serve(renderingRequest);
export const DELETE = serve(renderingCancel);
