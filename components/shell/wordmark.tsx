/** The sign of the product: two sheets, the upper one staged, not yet flush with the accepted one below. */
export function Wordmark({ withName = false }: { readonly withName?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2">
      <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden className="shrink-0">
        <rect x="2" y="6" width="10.5" height="10" rx="2" fill="var(--line-strong)" />
        <rect x="5.5" y="2" width="10.5" height="10" rx="2" fill="var(--accent)" />
        <path
          d="m8.2 7.1 1.9 1.9 3.4-3.8"
          fill="none"
          stroke="var(--accent-ink)"
          strokeWidth="1.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {withName ? <span className="text-md font-semibold tracking-tight">StagedWorkspace</span> : null}
    </span>
  );
}
