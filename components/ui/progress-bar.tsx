import { groupDigits } from "./format.ts";

export interface ProgressBarProps {
  readonly label: string;
  /** Absent: how long it takes is not known. */
  readonly done?: number;
  readonly total?: number;
  /** What is counted: "files". */
  readonly unit?: string;
}

/** Long work shows what it does and how far it is. */
export function ProgressBar({ label, done, total, unit = "" }: ProgressBarProps) {
  const known = done !== undefined && total !== undefined && total > 0;
  const percent = known ? Math.round((100 * done) / total) : 0;
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <div className="flex justify-between gap-4">
        <span>{label}</span>
        {known ? (
          <span className="text-ink-3">
            {groupDigits(done)} of {groupDigits(total)} {unit}
          </span>
        ) : null}
      </div>
      <div
        role="progressbar"
        aria-label={label}
        {...(known ? { "aria-valuemin": 0, "aria-valuemax": total, "aria-valuenow": done } : {})}
        className="bg-line relative h-1.5 overflow-hidden rounded-full"
      >
        <div
          className={
            known
              ? "bg-accent h-full rounded-full transition-[width]"
              : "bg-accent animate-sweep absolute inset-y-0 w-2/5 rounded-full"
          }
          style={known ? { width: `${percent}%` } : undefined}
        />
      </div>
    </div>
  );
}
