import { Skeleton } from "../ui/skeleton.tsx";

/** Holds the place of pages that are loading: the bar, the strip, and two sheets. */
export function PagesSkeleton() {
  return (
    <div role="status" className="flex min-h-0 min-w-0 flex-1 flex-col">
      <span className="sr-only">Loading the pages</span>
      <div className="border-line bg-sunken flex h-[35px] shrink-0 items-center gap-3 border-b px-3">
        <Skeleton className="h-3 w-32" />
        <Skeleton className="h-3 w-20" />
      </div>
      <div className="flex min-h-0 flex-1 overflow-hidden">
        <div className="border-line bg-sunken hidden w-[112px] shrink-0 flex-col items-center gap-8 border-r pt-2 md:flex">
          {[0, 1, 2, 3].map((n) => (
            <Skeleton key={n} className="h-[108px] w-[76px] shrink-0" />
          ))}
        </div>
        <div className="bg-canvas grid flex-1 grid-cols-2 gap-3 px-3 pt-14">
          <Skeleton className="h-full w-full" />
          <Skeleton className="h-full w-full" />
        </div>
      </div>
    </div>
  );
}
