import { demoPeopleList, demoSignIn } from "@/lib/api/operations/people.ts";
import { serve } from "@/lib/api/serve.ts";

export const dynamic = "force-dynamic";

export const GET = serve(demoPeopleList);
export const POST = serve(demoSignIn);
