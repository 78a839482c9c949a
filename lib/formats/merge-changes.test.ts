import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { changeId, type Change } from "../core/change/change.ts";
import { ok } from "../shared/result.ts";
import { checkChoice } from "./choice.ts";
import type { Format, Source } from "./format.ts";
import { memorySource } from "./memory-source.ts";
import { mergeChanges } from "./merge-changes.ts";

/**
 * A format as small as there can be, so that the generic merge is tested apart from any real one: a record of fields.
 * A field `x/y` requires the field `x`.
 */
type Fields = Readonly<Record<string, string>>;

const fieldsFormat: Format<Fields> = {
  id: "bytes",
  version: 1,
  sniff: () => true,
  read: async (source) => ok(await fieldsOf(source)),
  diff: (before, after) => ({ complete: true, changes: changesOf(before, after) }),
  async apply(before, after, chosen) {
    const [left, right] = [await fieldsOf(before), await fieldsOf(after)];
    const changes = changesOf(left, right);
    const checked = checkChoice(changes, chosen);
    if (!checked.ok) return checked;
    const result: Record<string, string> = { ...left };
    for (const change of changes) {
      if (!checked.value.has(change.id)) continue;
      const value = right[nameOf(change)];
      if (value === undefined) Reflect.deleteProperty(result, nameOf(change));
      else result[nameOf(change)] = value;
    }
    return ok(bytesOf(result));
  },
  follow: (change, move) => (move.changes.some((other) => nameOf(other) === nameOf(change)) ? null : change),
  overlaps: (left, right) => nameOf(left) === nameOf(right),
  records: () => [],
};

const fieldsOf = async (source: Source): Promise<Fields> =>
  JSON.parse(Buffer.from(await source.read(0, source.size)).toString()) as Fields;
const bytesOf = (fields: Fields): Uint8Array =>
  Buffer.from(JSON.stringify(Object.fromEntries(Object.entries(fields).sort())));
const nameOf = ({ address }: Change): string => (address.kind === "name" ? address.name : "");

function changesOf(before: Fields, after: Fields): Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const changes = names.flatMap((name): Change[] => {
    const [was, is] = [before[name], after[name]];
    if (was === is) return [];
    const kind = was === undefined ? "added" : is === undefined ? "removed" : "modified";
    const address = { kind: "name", name } as const;
    const value = (text: string | undefined) => (text === undefined ? undefined : ({ type: "text", text } as const));
    const sides = {
      ...(was === undefined ? {} : { before: value(was) }),
      ...(is === undefined ? {} : { after: value(is) }),
    };
    return [
      {
        id: changeId({ kind, facet: "content", baseAddress: address, before: was, after: is }),
        kind,
        facet: "content",
        address,
        ...sides,
      } as Change,
    ];
  });
  return changes.map((change) => {
    const parent = changes.find((other) => other.kind === "added" && nameOf(change).startsWith(`${nameOf(other)}/`));
    return parent && change.kind === "added" ? { ...change, requires: [parent.id] } : change;
  });
}

async function merge(
  base: Fields,
  accepted: Fields,
  staged: Fields,
  resolve: Record<string, "base" | "accepted" | "staged"> = {},
) {
  const sides = [base, accepted, staged].map((fields) => memorySource("fields.json", bytesOf(fields))) as [
    Source,
    Source,
    Source,
  ];
  const result = await mergeChanges(fieldsFormat, ...sides, { resolve });
  return (
    result && {
      fields: JSON.parse(Buffer.from(result.merged ?? []).toString()) as Fields,
      conflicts: result.conflicts,
      taken: result.taken,
    }
  );
}

describe("the generic merge over diff, apply and follow", () => {
  it("takes disjoint changes of both sides, equal ones once", async () => {
    const merged = await merge(
      { a: "1", b: "1", c: "1" },
      { a: "2", b: "1", c: "2" },
      { a: "1", b: "2", c: "2", d: "new" },
    );
    expect(merged?.fields).toEqual({ a: "2", b: "2", c: "2", d: "new" });
    expect(merged?.conflicts).toEqual([]);
    expect(merged?.taken.map(({ side, change }) => `${nameOf(change)} ${side}`).sort()).toEqual([
      "a accepted",
      "b staged",
      "c both",
      "d staged",
    ]);
  });

  it("one conflict a field; the accepted side stands until it is resolved by id", async () => {
    const sides = [
      { a: "1", b: "1" },
      { a: "2", b: "2" },
      { a: "3", b: "3" },
    ] as const;
    const open = await merge(...sides);
    expect(open?.fields).toEqual({ a: "2", b: "2" });
    expect(open?.conflicts.map(({ base, accepted, staged }) => [base, accepted, staged])).toEqual([
      [
        { type: "text", text: "1" },
        { type: "text", text: "2" },
        { type: "text", text: "3" },
      ],
      [
        { type: "text", text: "1" },
        { type: "text", text: "2" },
        { type: "text", text: "3" },
      ],
    ]);
    const [a = "", b = ""] = open?.conflicts.map(({ id }) => id) ?? [];
    expect((await merge(...sides, { [a]: "staged", [b]: "base" }))?.fields).toEqual({ a: "3", b: "1" });
  });

  it("deletion against an edit is a conflict", async () => {
    const merged = await merge({ a: "1" }, {}, { a: "2" });
    expect(merged?.conflicts).toMatchObject([{ base: { text: "1" }, accepted: null, staged: { text: "2" } }]);
    expect(merged?.fields).toEqual({});
  });

  it("[R3] what requires a change in conflict is held with it, never dropped silently", async () => {
    const sides = [{}, { x: "1" }, { x: "2", "x/y": "inner" }] as const;
    const open = await merge(...sides);
    expect(open?.conflicts).toHaveLength(1);
    expect(open?.taken).toEqual([]);
    const [id = ""] = open?.conflicts.map((conflict) => conflict.id) ?? [];
    expect((await merge(...sides, { [id]: "staged" }))?.fields).toEqual({ x: "2", "x/y": "inner" });
  });

  it("is what merging field by field gives, and symmetric", async () => {
    const fields = fc.dictionary(fc.constantFrom("a", "b", "c", "d", "e"), fc.constantFrom("1", "2", "3"));
    await fc.assert(
      fc.asyncProperty(fields, fields, fields, async (base, one, two) => {
        const [there, back] = [await merge(base, one, two), await merge(base, two, one)];
        const names = [...new Set([base, one, two].flatMap((own) => Object.keys(own)))];
        const clashing = names.filter(
          (name) => one[name] !== two[name] && one[name] !== base[name] && two[name] !== base[name],
        );
        expect(there?.conflicts).toHaveLength(clashing.length);
        expect(back?.conflicts).toHaveLength(clashing.length);
        for (const name of names) {
          const wanted = one[name] === base[name] ? two[name] : one[name];
          expect(there?.fields[name]).toBe(wanted);
        }
      }),
    );
  });
});
