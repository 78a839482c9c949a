import { serveAuth } from "@/lib/api/serve-auth.ts";

export const dynamic = "force-dynamic";

export const GET = serveAuth;
export const POST = serveAuth;
