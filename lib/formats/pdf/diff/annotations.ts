/** Annotations of a page that is on both sides: equal ones are no change, of the others those of one kind and place are. */
import type { ChangeId } from "../../../core/change/change.ts";
import type { Annotation, PdfDocument } from "../document.ts";
import type { Entries } from "./entry.ts";
import type { PagePairs } from "./units.ts";
import { propertiesValue } from "./values.ts";

export function diffAnnotations(
  entries: Entries,
  before: PdfDocument,
  after: PdfDocument,
  page: readonly [before: number, after: number],
  pages: PagePairs,
): ChangeId[] {
  const [left, right] = leftOver(
    before.pages[page[0]]?.annotations ?? [],
    after.pages[page[1]]?.annotations ?? [],
    pages,
  );
  const ids: ChangeId[] = [];
  const add = (was: Annotation | null, is: Annotation | null): void => {
    const shown = is ?? was;
    if (shown === null) return;
    const address = { kind: "page", page: (is === null ? page[0] : page[1]) + 1 } as const;
    ids.push(
      entries.add(
        { kind: "annotation", page, before: was?.at ?? null, after: is?.at ?? null },
        {
          kind: was === null ? "added" : is === null ? "removed" : "modified",
          facet: "content",
          address,
          beforeAddress: { kind: "page", page: page[0] + 1 },
          ...(was ? { before: shownAs(was) } : {}),
          ...(is ? { after: shownAs(is) } : {}),
          ...(isOutside(is) && !isOutside(was) ? { flags: ["external-link"] as const } : {}),
        },
      ),
    );
  };
  const rest = new Set(right);
  for (const was of left) {
    const is = [...rest].find((own) => samePlace(was, own)) ?? null;
    if (is !== null) rest.delete(is);
    add(was, is);
  }
  for (const is of rest) add(null, is);
  return ids;
}

/** `drawing` tells apart what is the same in words. */
const shownAs = ({ properties, meaning }: Annotation) =>
  propertiesValue({ ...properties, drawing: `${meaning.digest.slice(0, 24)} ${meaning.pages.length}` });

const isOutside = (annotation: Annotation | null): boolean => annotation?.properties["address"] !== undefined;

const samePlace = (was: Annotation, is: Annotation): boolean =>
  was.subtype === is.subtype &&
  (was.properties["place"] === is.properties["place"] ||
    (was.properties["contents"] !== undefined && was.properties["contents"] === is.properties["contents"]));

/** Without those that mean the same and lead to the same pages. */
function leftOver(
  before: readonly Annotation[],
  after: readonly Annotation[],
  pages: PagePairs,
): readonly [Annotation[], Annotation[]] {
  const byDigest = new Map<string, Annotation[]>();
  for (const own of before) {
    const held = byDigest.get(own.meaning.digest) ?? [];
    held.push(own);
    byDigest.set(own.meaning.digest, held);
  }
  const matched = new Set<Annotation>();
  for (const own of after) {
    const candidates = byDigest.get(own.meaning.digest) ?? [];
    const at = candidates.findIndex((was) => pages.equal(was.meaning.pages, own.meaning.pages));
    const [was] = at < 0 ? [] : candidates.splice(at, 1);
    if (was === undefined) continue;
    matched.add(was);
    matched.add(own);
  }
  return [before.filter((own) => !matched.has(own)), after.filter((own) => !matched.has(own))];
}
