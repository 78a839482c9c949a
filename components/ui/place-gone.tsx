/** The address names a place that this version does not have. */
export function PlaceGone() {
  return (
    <p role="status" className="bg-stale-soft text-stale border-line shrink-0 border-b px-3 py-1 text-sm">
      The place in the address is not in this version of the file.
    </p>
  );
}
