import type { ThreadView } from "../../lib/contracts/threads.ts";
import { FileName } from "../files/file-name.tsx";
import { addressWords } from "../review/words.ts";
import { shortHash } from "../ui/format.ts";

const GONE = {
  file: "Its file is not in this version any more.",
  place: "Its place is gone in this version.",
  "not-compared": "Its place cannot be found: the file is too large to be compared in full.",
} as const;

/** What a thread is about: where that is now, where it was, or that it is gone; with what stood there. */
export function ThreadPlaceLine({
  thread,
  onPlace,
}: {
  readonly thread: ThreadView;
  readonly onPlace: (() => void) | null;
}) {
  const { place, anchor, quote } = thread;
  const was = addressWords(anchor.fragment, true);
  const now = place.state === "here" ? addressWords(place.fragment, true) : null;
  return (
    <div className="mb-1.5 flex flex-col gap-0.5 text-xs">
      <p className="text-ink-3 flex min-w-0 flex-wrap items-center gap-x-1.5">
        {now === null ? (
          <span className="text-stale font-medium">
            <span aria-hidden>! </span>
            {GONE[place.state === "gone" ? place.why : "place"]}
          </span>
        ) : onPlace === null ? (
          <span className="text-ink-2 font-medium">
            <bdi>{now}</bdi>
          </span>
        ) : (
          <button type="button" onClick={onPlace} className="text-accent rounded-sm font-medium hover:underline">
            <bdi>{now}</bdi>
          </button>
        )}
        {now === null || now !== was ? (
          <span>
            was <bdi>{was}</bdi>
          </span>
        ) : null}
        {place.state === "here" && place.path !== anchor.path ? (
          <span className="flex min-w-0">
            in <FileName name={anchor.path} className="ml-1" />
          </span>
        ) : null}
        <span className="mono" title={`said about version ${anchor.contentHash}`}>
          {shortHash(anchor.contentHash)}
        </span>
      </p>
      {quote === null ? null : (
        <p className="border-line-strong text-ink-2 border-l-2 pl-1.5">
          <FileName name={quote} className="block" />
        </p>
      )}
    </div>
  );
}
