/**
 * A value of a parse tree as Postgres prints it (`pg_node_tree`): a node, a list, or the text of
 * anything else.
 */
export type Tree = Node | Tree[] | string | null;

/**
 * A node with its fields: `{VAR :varno 1 :varattno 3}` has the tag `VAR`. A field of several words
 * keeps them as a list.
 */
export interface Node {
  tag: string;
  fields: ReadonlyMap<string, Tree>;
}

/** Words, brackets, and texts in quotation marks; a backslash escapes the character after it. */
const TOKEN = /[(){}[\]]|"(?:[^"\\]|\\.)*"|(?:[^\s(){}[\]"\\]|\\.)(?:[^\s(){}[\]\\]|\\.)*/gs;

/**
 * Reads what Postgres prints for a parsed query: the rule of a view, the body of an SQL function.
 * @throws Error when the text is not of that form
 */
export function parseTree(text: string): Tree {
  const tokens = text.match(TOKEN) ?? [];
  let next = 0;
  const take = () => {
    const token = tokens[next];
    if (token === undefined) throw new Error('a parse tree ends too early');
    next += 1;
    return token;
  };
  const until = (end: string): Tree[] => {
    const items: Tree[] = [];
    while (tokens[next] !== end) items.push(value());
    next += 1;
    return items;
  };
  const value = (): Tree => {
    const token = take();
    if (token === '{') return node();
    if (token === '(') return until(')');
    if (token === '[') return until(']');
    if (token === '<>') return null;
    return (token.startsWith('"') ? token.slice(1, -1) : token).replaceAll(/\\(.)/gs, '$1');
  };
  const node = (): Node => {
    const tag = take();
    const fields = new Map<string, Tree>();
    while (tokens[next] !== '}') {
      const name = take();
      if (!name.startsWith(':')) throw new Error(`a parse tree has "${name}" where a field should begin`);
      const values: Tree[] = [];
      while (tokens[next] !== '}' && !tokens[next]?.startsWith(':')) values.push(value());
      fields.set(name.slice(1), values.length === 1 ? (values[0] ?? null) : values);
    }
    next += 1;
    return { tag, fields };
  };
  return value();
}

export const isNode = (tree: Tree | undefined): tree is Node =>
  typeof tree === 'object' && tree !== null && 'tag' in tree;

/** The node in a field; null when there is none. */
export function nodeIn(node: Node, field: string): Node | null {
  const tree = node.fields.get(field);
  return isNode(tree) ? tree : null;
}

/** The items of a list field; none when it is empty. */
export function listIn(node: Node, field: string): Tree[] {
  const tree = node.fields.get(field);
  return Array.isArray(tree) ? tree : [];
}

export const nodesIn = (node: Node, field: string): Node[] => listIn(node, field).filter(isNode);

/** The text of a field; the empty one when there is none. */
export function textIn(node: Node, field: string): string {
  const tree = node.fields.get(field);
  return typeof tree === 'string' ? tree : '';
}

export const numberIn = (node: Node, field: string): number => Number(textIn(node, field));
