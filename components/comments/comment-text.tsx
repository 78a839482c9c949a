import { useMemo } from "react";

import type { Person } from "../../lib/contracts/common.ts";
import { textParts } from "./text-parts.ts";

/** Plain text with its line breaks; people and web addresses stand out. Turned by its own first letter, and no further. */
export function CommentText({ text, people }: { readonly text: string; readonly people: readonly Person[] }) {
  const parts = useMemo(() => textParts(text, people), [text, people]);
  return (
    <bdi dir="auto" className="block break-words whitespace-pre-wrap">
      {parts.map((part, index) => {
        if (part.type === "text") return <span key={index}>{part.text}</span>;
        if (part.type === "mention")
          return (
            <bdi key={index} className="bg-accent-soft text-accent rounded-sm px-0.5 font-medium">
              @{part.name}
            </bdi>
          );
        return (
          <a
            key={index}
            href={part.href}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className="text-accent rounded-sm underline"
          >
            <bdi dir="ltr">{part.text}</bdi>
          </a>
        );
      })}
    </bdi>
  );
}
