/** Refusals as tests see them: the reason, and a database that holds what it held. */
import { expect } from "vitest";

import type { ProblemType } from "../../contracts/problems.ts";
import type { Result } from "../../shared/result.ts";
import type { Database } from "../../store/database.ts";
import type { Failure } from "../failure.ts";
import { fingerprint } from "./fingerprint.ts";

/** Blobs that nothing refers to are collected later (M9): an import keeps those that it read before it was refused. */
export const UNREFERENCED = ["blob"];

/** Does it, and expects that it is refused for this reason and that nothing was changed. */
export const refusing =
  (database: Database) =>
  async (
    work: () => Promise<Result<unknown, Failure>>,
    type: ProblemType,
    except: readonly string[] = [],
  ): Promise<Failure> => {
    const before = await fingerprint(database, except);
    const outcome = await work();
    expect(await fingerprint(database, except), "nothing was changed").toEqual(before);
    if (outcome.ok) throw new Error(`expected ${type}, and it was done`);
    expect(outcome.error.type, outcome.error.detail).toBe(type);
    expect(outcome.error.detail.length).toBeGreaterThan(10);
    return outcome.error;
  };
