import { fileDelete, fileUpload } from "@/lib/api/operations/files.ts";
import { serve } from "@/lib/api/serve.ts";

export const dynamic = "force-dynamic";

export const PUT = serve(fileUpload);
export const DELETE = serve(fileDelete);
