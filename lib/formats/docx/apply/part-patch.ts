/** Chosen changes of what stands around the text: styles, lists, settings, other parts. */
import { relationshipsOwner } from "../../ooxml/relationships.ts";
import type { XmlElement } from "../../ooxml/xml-tree.ts";
import type { DocumentDiff } from "../diff/diff.ts";
import type { Action } from "../diff/entry.ts";
import { isWord, wordChild } from "../names.ts";
import type { Carrier } from "./carrier.ts";

export class PartPatch {
  readonly #carrier: Carrier;
  readonly #diff: DocumentDiff;

  constructor(carrier: Carrier, diff: DocumentDiff) {
    this.#carrier = carrier;
    this.#diff = diff;
  }

  style({ before, after }: Extract<Action, { readonly type: "style" }>): void {
    const carrier = this.#carrier;
    const part = carrier.before.related.get("styles");
    const from = carrier.after.related.get("styles") ?? "";
    if (before === null && after !== null) {
      carrier.style(after.id);
      return;
    }
    if (before === null || part === undefined) return;
    if (after === null) {
      carrier.edits(part).add(before.element.start, before.element.end, "");
      return;
    }
    const text = carrier.write(after.element, from, part, new Map([[after.element, { styleId: before.id }]]));
    carrier.edits(part).add(before.element.start, before.element.end, text);
  }

  /** Every list of before that counts with it gets the other definition. */
  list({ before, after }: Extract<Action, { readonly type: "list" }>): void {
    const carrier = this.#carrier;
    const part = carrier.before.related.get("numbering");
    const other = this.#diff.lists.after.lists.get(after);
    if (part === undefined || other === undefined) return;
    const from = carrier.after.related.get("numbering") ?? "";
    const definition = carrier.lists.copyDefinition(other.definition);
    const link = wordChild(other.element, "abstractNumId");
    for (const list of this.#diff.lists.before.lists.values()) {
      if (list.key !== before) continue;
      const overrides = new Map<XmlElement, Readonly<Record<string, string>>>([[other.element, { numId: list.id }]]);
      if (link !== undefined) overrides.set(link, { val: definition });
      const text = carrier.write(other.element, from, part, overrides);
      carrier.edits(part).add(list.element.start, list.element.end, text);
    }
  }

  definition(action: Extract<Action, { readonly type: "list-added" | "list-removed" }>): void {
    const carrier = this.#carrier;
    if (action.type === "list-added") {
      for (const list of action.after.lists) carrier.lists.list(list.id);
      if (action.after.lists.length === 0) carrier.lists.copyDefinition(action.after.element);
      return;
    }
    const edits = carrier.edits(carrier.before.related.get("numbering") ?? "");
    for (const { start, end } of action.elements) edits.add(start, end, "");
  }

  child({ part, before, after }: Extract<Action, { readonly type: "child" }>): string | null {
    const carrier = this.#carrier;
    const kind = part === carrier.before.related.get("styles") ? "styles" : "settings";
    const from = carrier.after.related.get(kind) ?? "";
    const text = after === null ? "" : carrier.write(after, from, part);
    if (before !== null) {
      carrier.edits(part).add(before.start, before.end, text);
      return null;
    }
    const [own, other] = [carrier.before.package.tree(part), carrier.after.package.tree(from)];
    if (!own.ok || !other.ok) return null;
    if (own.value.openEnd === own.value.end) {
      return "the settings are an empty element";
    }
    // Children have an order: behind the nearest one in front that before has, too.
    let at = own.value.openEnd;
    for (const child of other.value.children) {
      if (child === after) break;
      const twin = typeof child === "string" ? undefined : wordChild(own.value, child.name);
      if (twin !== undefined && !isWord(twin, "style")) at = Math.max(at, twin.end);
    }
    carrier.edits(part).insert(at, text);
    return null;
  }

  part({ before, after }: Extract<Action, { readonly type: "part" }>): void {
    const { editor, before: old, after: now } = this.#carrier;
    if (before !== null && after !== null) {
      editor.copy(now.package, after, before);
      return;
    }
    if (before !== null) {
      editor.unrelateAll(before);
      editor.remove(before);
      return;
    }
    if (after === null) return;
    const name = editor.copy(now.package, after);
    for (const { name: rels } of now.package.zip.entries) {
      const owner = relationshipsOwner(rels);
      if (owner === null) continue;
      const target = owner === "" ? "" : owner === now.part ? old.part : old.package.resolve(owner);
      for (const relation of now.package.relationships(owner)) {
        if (relation.external || now.package.resolve(relation.target) !== after || target === undefined) continue;
        editor.relate(target, { type: relation.type, kind: relation.kind, external: false, target: name });
      }
    }
  }
}
