import { branchCreate, branchList } from "@/lib/api/operations/branches.ts";
import { serve } from "@/lib/api/serve.ts";

export const dynamic = "force-dynamic";

export const GET = serve(branchList);
export const POST = serve(branchCreate);
