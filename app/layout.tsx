import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";

import { THEME_COOKIE, themeAttribute, themeOf } from "@/components/shell/theme-cookie.ts";
import { Toaster } from "@/components/ui/toast.tsx";
import { TooltipProvider } from "@/components/ui/tooltip.tsx";

import { Providers } from "./providers.tsx";

import "./globals.css";

export const metadata: Metadata = {
  title: { default: "StagedWorkspace", template: "%s · StagedWorkspace" },
  description: "Review what AI agents did to real office files, and decide what becomes official.",
};

export const viewport: Viewport = { colorScheme: "light dark" };

/** Rendered for every request (nonces need that); the theme comes from the cookie, so the first paint is right. */
export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  const theme = themeOf((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <html lang="en" data-theme={themeAttribute(theme)}>
      <body>
        <a
          href="#main"
          className="bg-accent text-accent-ink fixed top-2 left-2 z-50 -translate-y-16 rounded-md px-3 py-2 focus:translate-y-0"
        >
          Skip to content
        </a>
        <Providers>
          <TooltipProvider>{children}</TooltipProvider>
        </Providers>
        <Toaster />
      </body>
    </html>
  );
}
