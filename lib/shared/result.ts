/**
 * Expected failures are values. A broken invariant throws; everything a user, a file or another
 * program can cause comes back as `{ ok: false, error }` with a typed reason.
 */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

export const ok = <T>(value: T): Result<T, never> => ({ ok: true, value });

export const err = <E>(error: E): Result<never, E> => ({ ok: false, error });
