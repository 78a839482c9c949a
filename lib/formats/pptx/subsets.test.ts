/** Refusal is allowed, but rare: subsets of decks that nothing confuses are all taken. */
import fc from "fast-check";
import { expect, it } from "vitest";

import { closed } from "../conformance/testing/laws.ts";
import { deckArbitraries } from "../conformance/testing/pptx-documents.ts";
import { applyToDecks } from "./apply/apply.ts";
import { changesOf, deckOf } from "./testing/decks.ts";

it("[R2] no closed subset of unambiguous changes is refused", { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(deckArbitraries.unambiguous, fc.infiniteStream(fc.boolean()), ([before, after], coins) => {
      const changes = changesOf(before, after);
      const chosen = closed(
        changes,
        changes.filter(() => coins.next().value === true).map(({ id }) => id),
      );
      expect(applyToDecks(deckOf(before), deckOf(after), [...chosen])).toMatchObject({ ok: true });
    }),
    { numRuns: 40 },
  );
});
