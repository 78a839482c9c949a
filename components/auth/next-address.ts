/** Where sign-in leads: only an address of this site, never one that a link smuggled in. */
export const HOME = "/workspaces";

const ORIGIN = "http://here.invalid";

/** The path, query and fragment that were asked for; `HOME` where they are missing, foreign or sign-in itself. */
export function nextAddress(asked: string | undefined | null): string {
  if (!asked?.startsWith("/")) return HOME;
  let address: URL;
  try {
    address = new URL(asked, ORIGIN);
  } catch {
    return HOME;
  }
  if (address.origin !== ORIGIN || address.pathname.startsWith("/sign-in") || address.pathname.startsWith("/api/"))
    return HOME;
  return `${address.pathname}${address.search}${address.hash}`;
}

export const signInAddress = (from: string): string =>
  nextAddress(from) === HOME ? "/sign-in" : `/sign-in?${new URLSearchParams({ next: nextAddress(from) }).toString()}`;
