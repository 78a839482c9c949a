import { expect, test } from "vitest";

import { complete, mentionAt, toDraft, toStored } from "./mention-draft.ts";

const PEOPLE = [
  { id: "u1", name: "Ann" },
  { id: "u2", name: "Ann Lee" },
  { id: "u3", name: "Tomáš Kerr" },
];

test.each([
  ["@Ann please", "<@u1> please"],
  ["@Ann Lee please", "<@u2> please"],
  ["@Anna is nobody", "@Anna is nobody"],
  ["mail ann@Ann stays", "mail ann@Ann stays"],
  ["(@Tomáš Kerr) @Ann, @Nobody", "(<@u3>) <@u1>, @Nobody"],
  ["@", "@"],
])("%s is stored as %s, and comes back", (draft, stored) => {
  expect(toStored(draft, PEOPLE)).toBe(stored);
  expect(toDraft(stored, PEOPLE)).toBe(draft);
});

test("somebody who is no member any more keeps their id", () => {
  expect(toDraft("<@gone>", PEOPLE)).toBe("<@gone>");
});

test.each([
  ["hello @to", "Tomáš Kerr"],
  ["@ker", "Tomáš Kerr"],
  ["@lee", "Ann Lee"],
])("%s completes %s, without accents and from any word of the name", (draft, name) => {
  expect(mentionAt(draft, draft.length, PEOPLE)?.people.map((person) => person.name)).toEqual([name]);
});

test.each([["a@to"], ["@ann"], ["@tomáš kerr"], ["@x"], ["@to\n"], ["no sign"]])("%j asks for nobody", (draft) => {
  expect(mentionAt(draft, draft.length, PEOPLE)).toBeNull();
});

test("completing puts the name and one space, and the caret behind them", () => {
  const query = mentionAt("see @to now", 7, PEOPLE);
  expect(query).toMatchObject({ from: 4, to: 7 });
  const person = PEOPLE[2];
  if (query === null || person === undefined) throw new Error("completes");
  expect(complete("see @to now", query, person)).toEqual({ draft: "see @Tomáš Kerr now", caret: 16 });
});
