/** Takes relationships of after into parts of before, with the parts that they lead to; equal ones are used as they are. */
import type { Relationship } from "../../ooxml/relationships.ts";
import type { Story } from "../document.ts";
import type { Frame } from "./frame.ts";

export class RelationCarrier {
  readonly #frame: Frame;
  /** Stories that belong together: after → before. */
  readonly #stories: ReadonlyMap<Story, Story>;
  readonly #relations = new Map<string, string>();

  constructor(frame: Frame, stories: ReadonlyMap<Story, Story>) {
    this.#frame = frame;
    this.#stories = stories;
  }

  /** A relationship of `to` (in before) that leads to what `id` of `from` (in after) leads to. */
  relation(id: string, from: string, to: string): string {
    const key = `${from}\0${id}\0${to}`;
    const known = this.#relations.get(key);
    if (known !== undefined) return known;
    const relation = this.#frame.after.package.relationships(from).find((found) => found.id === id);
    if (relation === undefined) return id;
    const made = this.#same(relation, to) ?? this.#relate(relation, from, to);
    this.#relations.set(key, made);
    return made;
  }

  #same(relation: Relationship, to: string): string | undefined {
    if (relation.kind === "header" || relation.kind === "footer") {
      const story = this.#frame.after.stories.find(
        ({ part }) => part === this.#frame.after.package.resolve(relation.target),
      );
      return story === undefined ? undefined : this.#stories.get(story)?.id;
    }
    const digest = relation.external ? "" : this.#frame.after.parts.digest(relation.target);
    return this.#frame.editor
      .relationships(to)
      .find(
        (found) =>
          found.kind === relation.kind &&
          found.external === relation.external &&
          (relation.external
            ? found.target === relation.target
            : this.#frame.before.package.has(found.target) && this.#frame.before.parts.digest(found.target) === digest),
      )?.id;
  }

  #relate(relation: Relationship, from: string, to: string): string {
    const { type, kind, external } = relation;
    if (external) return this.#frame.editor.relate(to, { type, kind, external, target: relation.target });
    if (!this.#frame.after.package.has(relation.target)) {
      this.#frame.fault = `the part ${JSON.stringify(relation.target.slice(0, 120))} is missing`;
      return relation.id;
    }
    const story = this.#frame.after.stories.find(
      ({ part }) => part === this.#frame.after.package.resolve(relation.target),
    );
    const target =
      story === undefined
        ? this.#frame.editor.copy(this.#frame.after.package, relation.target)
        : this.#copyStory(story.part);
    if (kind === "diagramData") this.#copyDiagramPicture(target, from, to);
    return this.#frame.editor.relate(to, { type, kind, external, target });
  }

  /** A header or footer: its text names styles and lists, so that it is written anew. */
  #copyStory(part: string): string {
    const tree = this.#frame.after.package.tree(part);
    if (!tree.ok) return this.#frame.editor.copy(this.#frame.after.package, part);
    const name = this.#frame.editor.freshName(part);
    this.#frame.editor.write(name, "");
    this.#frame.editor.setType(name, this.#frame.after.package.contentType(part) ?? "application/xml");
    this.#frame.editor.write(
      name,
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${this.#frame.write(tree.value, part, name)}`,
    );
    return name;
  }

  /** The data of a diagram names the relationship of its cached picture. */
  #copyDiagramPicture(data: string, from: string, to: string): void {
    const text = this.#frame.editor.text(data);
    const named = text === undefined ? null : /\brelId="([^"]*)"/.exec(text);
    const picture = this.#frame.after.package
      .relationships(from)
      .find(({ id, kind }) => id === named?.[1] && kind === "diagramDrawing");
    if (text === undefined || named === null || picture === undefined) return;
    const target = this.#frame.editor.copy(this.#frame.after.package, picture.target);
    const id = this.#frame.editor.relate(to, { type: picture.type, kind: picture.kind, external: false, target });
    this.#frame.editor.write(data, text.replace(named[0], `relId="${id}"`));
  }
}
