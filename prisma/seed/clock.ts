/**
 * The demo's own time: it starts some days ago and passes as the seed says, so that history and trace have the pace of
 * real work instead of one moment. Never ahead of the real clock as long as less passes than lies between.
 */
import type { Instant } from "../../lib/core/journal/entry.ts";

const HOUR = 3_600;
export const hours = (count: number): number => count * HOUR;
export const minutes = (count: number): number => count * 60;

export class DemoClock {
  private at: number;

  constructor(start: Date) {
    this.at = start.getTime();
  }

  readonly now = (): Instant => new Date(this.at).toISOString() as Instant;

  pass(seconds: number): void {
    this.at += Math.round(seconds * 1_000);
  }
}
