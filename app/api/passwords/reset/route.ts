import { passwordLinkUse } from "@/lib/api/operations/account.ts";
import { serve } from "@/lib/api/serve.ts";

export const dynamic = "force-dynamic";

export const POST = serve(passwordLinkUse);
