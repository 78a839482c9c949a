import { cx } from "../ui/cx.ts";
import { nameParts, visibleName } from "./visible-name.ts";

/** A name that somebody else chose, on one line: isolated from the text around it, hidden characters shown. */
export function FileName({ name, className }: { readonly name: string; readonly className?: string }) {
  return (
    <bdi className={cx("cut", className)} title={visibleName(name)}>
      {nameParts(name).map(({ text, mark }, index) =>
        mark ? (
          <span
            key={index}
            className="bg-stale-soft text-stale mx-px rounded-sm px-0.5 font-mono text-2xs"
            title="A character that cannot be seen"
          >
            {text}
          </span>
        ) : (
          text
        ),
      )}
    </bdi>
  );
}

/** A whole path: folders quiet, the name itself not. */
export function FilePath({ path, className }: { readonly path: string; readonly className?: string }) {
  const slash = path.lastIndexOf("/");
  return (
    <span className={cx("flex min-w-0", className)} title={visibleName(path)}>
      {slash < 0 ? null : (
        <>
          <FileName name={path.slice(0, slash)} className="text-ink-3 shrink" />
          <span className="text-ink-3 px-0.5">/</span>
        </>
      )}
      <FileName name={path.slice(slash + 1)} className="shrink-0 max-w-full" />
    </span>
  );
}
