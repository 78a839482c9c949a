import { profileChange } from "@/lib/api/operations/account.ts";
import { me } from "@/lib/api/operations/people.ts";
import { serve } from "@/lib/api/serve.ts";

export const dynamic = "force-dynamic";

export const GET = serve(me);
export const PUT = serve(profileChange);
