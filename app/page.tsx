import { cookies } from "next/headers";
import { redirect } from "next/navigation";

import { HOME } from "@/components/auth/next-address.ts";

/** Only a guess that saves a detour: whether the session holds is for the server's answers to say. */
export default async function RootPage() {
  const names = (await cookies()).getAll().map(({ name }) => name);
  redirect(names.some((name) => name.endsWith("staged.session_token")) ? HOME : "/sign-in");
}
