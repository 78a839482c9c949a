/**
 * Which rows of a tree are in sight, and where a key leads: pure, so that the widget only draws.
 * Costs: one walk over the open part of the tree. A row's index counts in the rows in sight, from 0.
 */

export interface TreeNode<Leaf> {
  readonly id: string;
  readonly label: string;
  /** Present (also when empty) on a folder. */
  readonly children?: readonly TreeNode<Leaf>[];
  /** What a leaf stands for. */
  readonly leaf?: Leaf;
}

export interface TreeRow<Leaf> {
  readonly node: TreeNode<Leaf>;
  /** From 1. */
  readonly level: number;
  readonly position: number;
  readonly siblings: number;
  /** null on a leaf. */
  readonly open: boolean | null;
  readonly parent: string | null;
}

/** Depth first, folders in `closed` without what is in them. */
export function visibleRows<Leaf>(nodes: readonly TreeNode<Leaf>[], closed: ReadonlySet<string>): TreeRow<Leaf>[] {
  const rows: TreeRow<Leaf>[] = [];
  const walk = (siblings: readonly TreeNode<Leaf>[], level: number, parent: string | null): void => {
    siblings.forEach((node, index) => {
      const open = node.children === undefined ? null : !closed.has(node.id);
      rows.push({ node, level, position: index + 1, siblings: siblings.length, open, parent });
      if (node.children !== undefined && open === true) walk(node.children, level + 1, node.id);
    });
  };
  walk(nodes, 1, null);
  return rows;
}

export type TreeStep =
  { readonly type: "move"; readonly to: string } | { readonly type: "open" | "close" | "choose"; readonly id: string };

/** What a key does at `active` (null: nothing is active yet), after the ARIA tree pattern; null where it does nothing. */
export function treeStep<Leaf>(rows: readonly TreeRow<Leaf>[], active: string | null, key: string): TreeStep | null {
  const found = rows.findIndex((row) => row.node.id === active);
  const index = Math.max(found, 0);
  const row = rows[index];
  if (row === undefined) return null;
  const move = (to: TreeRow<Leaf> | undefined): TreeStep | null =>
    to === undefined || to.node.id === active ? null : { type: "move", to: to.node.id };
  switch (key) {
    case "ArrowDown":
      return move(found === -1 ? row : rows[index + 1]);
    case "ArrowUp":
      return move(rows[Math.max(index - 1, 0)]);
    case "Home":
      return move(rows[0]);
    case "End":
      return move(rows.at(-1));
    case "ArrowRight":
      if (row.open === false) return { type: "open", id: row.node.id };
      return row.open === true && rows[index + 1]?.parent === row.node.id ? move(rows[index + 1]) : null;
    case "ArrowLeft":
      if (row.open === true) return { type: "close", id: row.node.id };
      return row.parent === null ? null : { type: "move", to: row.parent };
    case "Enter":
    case " ":
      if (row.open === null) return { type: "choose", id: row.node.id };
      return { type: row.open ? "close" : "open", id: row.node.id };
    default:
      return typeAhead(rows, index, key, move);
  }
}

function typeAhead<Leaf>(
  rows: readonly TreeRow<Leaf>[],
  index: number,
  key: string,
  move: (to: TreeRow<Leaf> | undefined) => TreeStep | null,
): TreeStep | null {
  if (Array.from(key).length !== 1) return null;
  const wanted = key.toLowerCase();
  const ordered = [...rows.slice(index + 1), ...rows.slice(0, index)];
  return move(ordered.find((row) => row.node.label.toLowerCase().startsWith(wanted)));
}

/**
 * Paths as a tree: one level of folder for each segment, a folder that holds nothing but one folder joined with it
 * ("archive/2025"). Order of the paths is kept.
 */
export function treeOfPaths<Leaf>(leaves: readonly Leaf[], pathOf: (leaf: Leaf) => string): TreeNode<Leaf>[] {
  interface Folder {
    readonly id: string;
    readonly label: string;
    readonly folders: Map<string, Folder>;
    readonly children: (Folder | TreeNode<Leaf>)[];
  }
  const folder = (id: string, label: string): Folder => ({ id, label, folders: new Map(), children: [] });
  const root = folder("", "");
  for (const leaf of leaves) {
    const path = pathOf(leaf);
    const segments = path.split("/");
    let at = root;
    for (const [index, segment] of segments.slice(0, -1).entries()) {
      let next = at.folders.get(segment);
      if (next === undefined) {
        next = folder(`${segments.slice(0, index + 1).join("/")}/`, segment);
        at.folders.set(segment, next);
        at.children.push(next);
      }
      at = next;
    }
    at.children.push({ id: path, label: segments.at(-1) ?? path, leaf });
  }
  const finish = (node: Folder | TreeNode<Leaf>): TreeNode<Leaf> => {
    if (!("folders" in node)) return node;
    const only = node.children[0];
    if (node.children.length === 1 && only !== undefined && "folders" in only)
      return finish({ ...only, label: `${node.label}/${only.label}` });
    return { id: node.id, label: node.label, children: node.children.map(finish) };
  };
  return root.children.map(finish);
}
