import { cx } from "./cx.ts";

/** Holds the place of what is loading, in its size, so that nothing jumps. Hidden from readers: say "loading" once, around it. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <span aria-hidden className={cx("bg-line block animate-pulse rounded-sm", className ?? "h-3 w-full")} />;
}

const WIDTHS = ["w-3/4", "w-1/2", "w-5/6", "w-2/3", "w-3/5", "w-11/12"] as const;

/** A list that is loading: rows of the list's own height. */
export function SkeletonRows({
  label,
  rows = 8,
  height = 28,
}: {
  readonly label: string;
  readonly rows?: number;
  readonly height?: number;
}) {
  return (
    <div role="status" className="px-3">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} style={{ height }} className="flex items-center gap-2">
          <Skeleton className="h-4 w-[30px]" />
          <Skeleton className={cx("h-3", WIDTHS[index % WIDTHS.length])} />
        </div>
      ))}
    </div>
  );
}
