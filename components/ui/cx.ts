/** Joins class names; what is false, null or undefined falls away. No merging: give each part its own concern. */
export const cx = (...names: readonly (string | false | null | undefined)[]): string => names.filter(Boolean).join(" ");
