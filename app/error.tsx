"use client";

import Link from "next/link";

import { CardPage } from "@/components/shell/page-frame.tsx";
import { Button, buttonClass } from "@/components/ui/button.tsx";

interface ErrorPageProps {
  readonly error: Error & { readonly digest?: string };
  readonly reset: () => void;
}

/** The page itself failed. What was decided or staged is kept by the server, not by the page. */
export default function ErrorPage({ error, reset }: ErrorPageProps) {
  return (
    <CardPage title="This page failed">
      <p className="text-ink-2">Nothing that was staged or decided is lost: it is kept on the server.</p>
      <p className="mono text-ink-3 mt-2 break-words">{error.digest ?? error.message}</p>
      <div className="mt-4 flex gap-2">
        <Button variant="primary" onClick={reset}>
          Try again
        </Button>
        <Link href="/workspaces" className={buttonClass()}>
          All workspaces
        </Link>
      </div>
    </CardPage>
  );
}
