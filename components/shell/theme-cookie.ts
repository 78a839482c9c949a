/**
 * Light, dark or the system's choice. The choice is a cookie, so that the server writes it onto <html> and the first
 * paint is right: no script runs before it, and nothing has to be allowed in the content security policy.
 */
export type Theme = "light" | "dark" | "system";

export const THEME_COOKIE = "theme";

/** Anything unknown is the system's choice. */
export function themeOf(cookie: string | undefined): Theme {
  return cookie === "light" || cookie === "dark" ? cookie : "system";
}

/** What stands in `data-theme` of <html>; absent means the system decides. */
export const themeAttribute = (theme: Theme): "light" | "dark" | undefined => (theme === "system" ? undefined : theme);
