/**
 * What one row of the benchmarks is made of. A row measures one piece of work by several sides (ours and the peers),
 * each in a process of its own, in turns, in one run. It asserts nothing: it says what was measured and what was aimed at.
 */

/** Where a row works and how large. Everything in `folder` is deleted at the end. */
export interface Place {
  readonly folder: string;
  /** Small sizes, to see that it works: the numbers mean nothing. */
  readonly quick: boolean;
  /** Of the import, in MB. */
  readonly importSize: number;
}

export interface Run {
  /** Milliseconds of parts, by name; the whole run is measured anyway, as "total". */
  readonly times?: Readonly<Record<string, number>>;
  /** What was found besides times, in words for a reader. */
  readonly found?: readonly string[];
}

/** One contender, ready to run. */
export interface Side {
  /** Program or package and its version. */
  readonly version: string;
  /** Before each run, not measured. */
  readonly reset?: () => unknown;
  /** Measured. */
  readonly run: () => Promise<Run> | Run;
  readonly close?: () => unknown;
}

export type OpenSide = (place: Place) => Promise<Side> | Side;

export interface Comparison {
  readonly work: string;
  /** Names of measured times: a side, or a part of one (`side.part`). */
  readonly ours: string;
  readonly peer: string;
  /** How the peer is named where it is not the version of its side. */
  readonly peerName?: string;
  /** The highest ratio ours / peer that is aimed at; null: for information. */
  readonly aim: number | null;
  /** Why it is as it is, where the aim is missed. */
  readonly missed?: string;
}

export interface Row {
  readonly name: string;
  readonly title: string;
  /** Conditions that a reader must know. */
  readonly notes: (place: Place) => readonly string[];
  readonly rounds: number;
  /** Runs that are not counted, of every side, before the first that is. */
  readonly warmUps?: number;
  /** Writes the fixtures, in a process of its own. */
  readonly prepare: (place: Place) => unknown;
  readonly sides: Readonly<Record<string, OpenSide>>;
  readonly comparisons: (place: Place) => readonly Comparison[];
}

/** Thrown by an `OpenSide`: its program is not installed here. */
export class Missing extends Error {}
