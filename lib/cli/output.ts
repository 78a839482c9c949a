/** Where a command writes: results to `out`, failures and remarks to `error`. */
export interface Output {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
}
