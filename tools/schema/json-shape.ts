import { listIn, type Node, nodeIn, nodesIn, numberIn, textIn } from './node-tree.ts';

/** The shape of a value as JSON; `type-names.ts` writes it as TypeScript. */
export type JsonShape =
  | {
      kind: 'value';
      typeOid: number;
      origin: { relation: number; column: number } | null;
      values: readonly string[] | null;
      told: string | null;
    }
  | { kind: 'object'; fields: readonly { name: string; value: Element }[] }
  /** Null: an empty one. */
  | { kind: 'array'; of: Element | null }
  | { kind: 'tuple'; of: readonly Element[] }
  | { kind: 'record'; of: Element }
  | { kind: 'either'; of: readonly JsonShape[] };

export interface Element {
  shape: JsonShape;
  notNull: boolean;
}

export const JSON_TYPES = new Set([114, 3802]);

/** Where each kind of expression keeps the oid of its type. */
const TYPE_FIELDS = [
  'vartype consttype funcresulttype opresulttype aggtype wintype casetype coalescetype minmaxtype paramtype resulttype',
  'array_typeid row_typeid type',
].flatMap((names) => names.split(' '));
const BOOLEAN = 16;
const BOOLEANS = new Set(['BOOLEXPR', 'NULLTEST', 'BOOLEANTEST', 'SCALARARRAYOPEXPR']);
const ARRAYS_OF = new Map([
  [16, 1000],
  [21, 1005],
  [23, 1007],
  [20, 1016],
  [701, 1022],
  [1700, 1231],
  [25, 1009],
  [2950, 2951],
  [1184, 1185],
  [114, 199],
  [3802, 3807],
]);

/** The oid of an expression's type; 0 when it is not known. */
export function typeOf(node: Node): number {
  if (BOOLEANS.has(node.tag)) return BOOLEAN;
  if (node.tag === 'SUBLINK') {
    const query = nodeIn(node, 'subselect');
    const first = query ? nodesIn(query, 'targetList')[0] : undefined;
    const expression = first ? nodeIn(first, 'expr') : null;
    const kind = numberIn(node, 'subLinkType');
    if (!expression || (kind !== 4 && kind !== 6)) return BOOLEAN;
    return kind === 4 ? typeOf(expression) : (ARRAYS_OF.get(typeOf(expression)) ?? 0);
  }
  return Number(TYPE_FIELDS.map((field) => textIn(node, field)).find((text) => text !== '') ?? 0);
}

const TEXT = 25;
/**
 * A text in quotation marks whose type nothing asks for, as the names in `json_build_object` are.
 */
const UNTYPED = 705;

/**
 * The bytes of a constant: of a type of variable length four of length stand before them, an
 * untyped text ends with a zero.
 */
function bytesOf(constant: Node): Buffer | null {
  const bytes = listIn(constant, 'constvalue').find(Array.isArray);
  if (textIn(constant, 'constisnull') === 'true' || !bytes) return null;
  const all = Buffer.from(bytes.map(Number));
  return numberIn(constant, 'consttype') === UNTYPED ? all.subarray(0, -1) : all.subarray(4);
}

/** The text of a constant; null when it is not one. */
export const textOf = (node: Node): string | null =>
  [TEXT, UNTYPED].includes(numberIn(node, 'consttype')) ? (bytesOf(node)?.toString('utf8') ?? null) : null;

/**
 * `'[]'` and `'{}'`, as json keeps them (text) and as jsonb does (a header with kind and count).
 */
export function emptyJson(constant: Node): JsonShape | null {
  const type = numberIn(constant, 'consttype');
  const bytes = JSON_TYPES.has(type) ? bytesOf(constant) : null;
  if (!bytes) return null;
  const [array, object] =
    type === 114
      ? [/^\s*\[\s*\]\s*$/.test(`${bytes}`), /^\s*\{\s*\}\s*$/.test(`${bytes}`)]
      : [0x40000000, 0x20000000].map((header) => bytes.readUInt32LE(0) === header);
  if (array) return { kind: 'array', of: null };
  return object ? { kind: 'object', fields: [] } : null;
}

/**
 * One of these: what several branches say alike is said once, and an empty list is one of any list.
 */
export function eitherOf(shapes: readonly JsonShape[]): JsonShape | null {
  const different = [...new Map(shapes.map((one) => [JSON.stringify(one), one])).values()];
  const hasList = different.some((one) => one.kind === 'array' && one.of !== null);
  const left = different.filter((one) => !(hasList && one.kind === 'array' && one.of === null));
  return left.length > 1 ? { kind: 'either', of: left } : (left[0] ?? null);
}

/** `a || b` of two objects: what the second has stands for what the first had. */
export function mergedObjects(left: JsonShape | null, right: JsonShape | null): JsonShape | null {
  if (left?.kind !== 'object' || right?.kind !== 'object') return null;
  const fields = new Map([...left.fields, ...right.fields].map((field) => [field.name, field]));
  return { kind: 'object', fields: [...fields.values()] };
}

/** `a - 'name'`. */
export const objectWithout = (shape: JsonShape, name: string | null): JsonShape | null =>
  shape.kind === 'object' && name !== null
    ? { kind: 'object', fields: shape.fields.filter((field) => field.name !== name) }
    : null;
