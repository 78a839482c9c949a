import { Lock } from "lucide-react";
import type { ReactNode } from "react";

import type { Role } from "../../lib/contracts/common.ts";
import { EmptyState } from "../ui/empty-state.tsx";

export interface SettingsSectionProps {
  readonly title: string;
  readonly detail: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Head of a section: what it is, what counts, what can be done. */
export function SettingsSection({ title, detail, actions, children }: SettingsSectionProps) {
  return (
    <section aria-labelledby="section-title" className="flex flex-col gap-4">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 id="section-title" className="text-xl font-semibold tracking-tight">
            {title}
          </h2>
          <p className="text-ink-2">{detail}</p>
        </div>
        <div className="flex shrink-0 items-center gap-2">{actions}</div>
      </div>
      {children}
    </section>
  );
}

/** A frame around a table or a form. */
export function Card({ children }: { readonly children: ReactNode }) {
  return (
    <div className="border-line bg-panel overflow-x-auto rounded-lg border [&_tr:last-child>td]:border-b-0">
      {children}
    </div>
  );
}

/** One act or form, with what it does beside it. */
export function Setting({
  title,
  detail,
  danger = false,
  children,
}: {
  readonly title: string;
  readonly detail: ReactNode;
  readonly danger?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className="border-line flex flex-wrap items-start gap-x-8 gap-y-3 border-b px-4 py-4 last:border-b-0">
      <div className="w-[300px] max-w-full shrink-0">
        <h3 className={danger ? "text-removed text-md font-semibold" : "text-md font-semibold"}>{title}</h3>
        <div className="text-ink-2 mt-0.5 text-sm">{detail}</div>
      </div>
      <div className="min-w-[260px] flex-1">{children}</div>
    </div>
  );
}

export function NotAllowed({
  title,
  needs,
  role,
}: {
  readonly title: string;
  readonly needs: Role;
  readonly role: Role;
}) {
  return (
    <Card>
      <EmptyState icon={Lock} title={`${title}: needs the role ${needs}`}>
        You are {role} here. An owner of the workspace can change that under Members.
      </EmptyState>
    </Card>
  );
}
