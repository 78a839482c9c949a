import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { keys } from "./keys.ts";
import { readAgain } from "./read-again.ts";

/** A screen on branch b of workspace w whose reads answer when the test says so. */
function screen(changed: readonly string[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  const asked: string[] = [];
  const waiting = new Map<string, (answer: unknown) => void>();
  let overtaken: ((answer: unknown) => void) | undefined;
  const ends: (() => void)[] = [];
  const watch = (name: string, queryKey: readonly unknown[], first: unknown) => {
    client.setQueryData(queryKey, first);
    const queryFn = () => {
      asked.push(name);
      if (name === "delta") overtaken = waiting.get(name);
      return new Promise<unknown>((resolve) => waiting.set(name, resolve));
    };
    ends.push(new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined));
  };
  const deltaOf = (paths: readonly string[]) => ({ files: paths.map((path) => ({ path })) });
  watch("delta", keys.delta("w", "b"), deltaOf(changed));
  watch("history", keys.history("w"), {});
  for (const path of changed) {
    watch(`diff ${path}`, keys.diff("w", "b", path), {});
    watch(`text ${path}`, keys.text("w", "b", path), {});
    watch(`grid ${path}`, [...keys.grid("w", "b", path), "Sheet1"], {});
  }
  return {
    client,
    asked,
    answer: (name: string, value: unknown = {}) => waiting.get(name)?.(value),
    answerDelta: (paths: readonly string[]) => waiting.get("delta")?.(deltaOf(paths)),
    answerOvertaken: (paths: readonly string[]) => overtaken?.(deltaOf(paths)),
    end: () => {
      for (const end of ends) end();
      client.clear();
    },
  };
}

describe("reading a workspace again", () => {
  let here: ReturnType<typeof screen>;
  beforeEach(() => {
    here = screen(["kept.txt", "promoted.txt"]);
  });
  afterEach(() => here.end());

  it("reads what changed first, and asks nothing of a file that is no longer changed", async () => {
    const done = readAgain(here.client, "w");
    await expect.poll(() => here.asked.toSorted()).toEqual(["delta", "history"]);
    here.answerDelta(["kept.txt"]);
    await expect.poll(() => here.asked.length).toBe(5);
    expect(here.asked.slice(2).toSorted()).toEqual(["diff kept.txt", "grid kept.txt", "text kept.txt"]);
    for (const name of ["diff kept.txt", "grid kept.txt", "text kept.txt"]) here.answer(name);
    await done;
    expect(here.asked).not.toContain("diff promoted.txt");
  });

  it("overtaken by a second event, both wait for the newer answer", async () => {
    const first = readAgain(here.client, "w");
    await expect.poll(() => here.asked).toContain("delta");
    const second = readAgain(here.client, "w", "b");
    await expect.poll(() => here.asked.filter((name) => name === "delta").length).toBe(2);
    here.answerOvertaken([]);
    here.answerDelta(["kept.txt"]);
    await expect.poll(() => here.asked).toContain("diff kept.txt");
    for (const name of ["diff kept.txt", "grid kept.txt", "text kept.txt"]) here.answer(name);
    await Promise.all([first, second]);
    expect(here.asked).not.toContain("diff promoted.txt");
  });

  it("of a branch, leaves alone what is not of the branch", async () => {
    const done = readAgain(here.client, "w", "b");
    await expect.poll(() => here.asked).toEqual(["delta"]);
    here.answerDelta([]);
    await done;
    expect(here.asked).toEqual(["delta"]);
  });

  it("what left Δ and came back is read again when it is looked at", async () => {
    const done = readAgain(here.client, "w", "b");
    await expect.poll(() => here.asked).toEqual(["delta"]);
    here.answerDelta(["kept.txt"]);
    await expect.poll(() => here.asked.length).toBe(4);
    for (const name of ["diff kept.txt", "grid kept.txt", "text kept.txt"]) here.answer(name);
    await done;
    expect(here.client.getQueryState(keys.diff("w", "b", "promoted.txt"))?.isInvalidated).toBe(true);
    expect(here.client.getQueryState(keys.diff("w", "b", "kept.txt"))?.isInvalidated).toBe(false);
  });
});
