/** Something is running. With a label it is announced; without, what is around it must say so. */
export function Spinner({ label, size = 14 }: { readonly label?: string; readonly size?: number }) {
  return (
    <span role={label === undefined ? undefined : "status"} className="inline-grid place-items-center">
      <svg width={size} height={size} viewBox="0 0 16 16" className="animate-spin" aria-hidden>
        <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeOpacity="0.25" strokeWidth="2" />
        <path d="M8 2a6 6 0 0 1 6 6" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      </svg>
      {label === undefined ? null : <span className="sr-only">{label}</span>}
    </span>
  );
}
