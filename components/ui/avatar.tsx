import { cx } from "./cx.ts";
import { initials } from "./format.ts";

export interface AvatarProps {
  readonly name: string;
  /** Agents are square, people round. */
  readonly kind?: "person" | "agent";
  readonly size?: "small" | "medium";
}

/** Two letters for who; the name is in the title and for readers. */
export function Avatar({ name, kind = "person", size = "medium" }: AvatarProps) {
  return (
    <span
      role="img"
      aria-label={kind === "agent" ? `${name}, agent` : name}
      title={name}
      className={cx(
        "inline-grid shrink-0 place-items-center font-semibold select-none",
        size === "small" ? "size-4 text-[8px]" : "size-[22px] text-[10px]",
        kind === "agent" ? "bg-moved-soft text-moved rounded-[5px]" : "bg-accent-soft text-accent rounded-full",
      )}
    >
      {kind === "agent" ? "A" : initials(name)}
    </span>
  );
}

/** Who is here: overlapping, the rest counted. */
export function AvatarStack({ names, max = 4 }: { readonly names: readonly string[]; readonly max?: number }) {
  const rest = names.length - max;
  return (
    <ul className="flex" aria-label="People here">
      {names.slice(0, max).map((name) => (
        <li key={name} className="ring-panel -ml-0.5 grid rounded-full ring-2 first:ml-0">
          <Avatar name={name} />
        </li>
      ))}
      {rest > 0 ? (
        <li className="bg-sunken text-ink-3 ring-panel -ml-1.5 grid size-[22px] place-items-center rounded-full text-[10px] font-semibold ring-2">
          +{rest}
        </li>
      ) : null}
    </ul>
  );
}
