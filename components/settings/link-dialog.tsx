"use client";

import type { ReactNode } from "react";

import type { SecretLink } from "../../lib/contracts/settings.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { SecretField } from "./secret-field.tsx";
import { untilWords } from "./until-words.ts";

export interface LinkDialogProps {
  readonly title: string;
  readonly label: string;
  readonly link: SecretLink;
  /** What whoever opens it can do. */
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** A link that is shown this once. Only its hash is kept: nobody can show it again. */
export function LinkDialog({ title, label, link, children, onClose }: LinkDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      description={`Works once, until ${untilWords(link.expiresAt)}. It is not shown again.`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="flex flex-col gap-3">
        <SecretField label={label} value={new URL(link.path, window.location.origin).href} />
        <p className="text-ink-2 text-sm">{children}</p>
      </div>
    </Dialog>
  );
}
