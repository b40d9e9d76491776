/**
 * The syntax tree of a request's query string: the request, before it is checked against the
 * database. Names follow PostgREST's documentation.
 */

/** One step of `column->key->>0`; a number is an array index, a text an object key. */
export interface JsonStep {
  asText: boolean;
  key: string | number;
}

export interface Field {
  name: string;
  path: JsonStep[];
}

export interface ColumnItem {
  kind: 'column';
  /** `*` with the aggregate `count` counts rows. */
  field: Field;
  alias: string | null;
  cast: string | null;
  aggregate: Aggregate | null;
}

/** `amount.sum()::int`; the other columns of the same resource group its rows. */
export interface Aggregate {
  name: 'sum' | 'avg' | 'min' | 'max' | 'count';
  /** Of the aggregate's result. */
  cast: string | null;
}

export interface EmbedItem {
  kind: 'embed';
  target: string;
  alias: string | null;
  hint: string | null;
  join: 'left' | 'inner';
  /** `...target(columns)`: its columns become the parent's. */
  spread: boolean;
  select: SelectItem[];
}

export type SelectItem = ColumnItem | EmbedItem;

export type FtsOperator = 'fts' | 'plfts' | 'phfts' | 'wfts';
export type Truth = 'null' | 'not_null' | 'true' | 'false' | 'unknown';

export type Operation =
  | { kind: 'compare'; operator: string; quantifier: 'any' | 'all' | null; value: string }
  | { kind: 'is'; truth: Truth }
  | { kind: 'in'; values: string[] }
  | { kind: 'isdistinct'; value: string }
  | { kind: 'fts'; operator: FtsOperator; config: string | null; value: string };

export interface Filter {
  kind: 'filter';
  field: Field;
  negated: boolean;
  operation: Operation;
}

export interface LogicGroup {
  kind: 'group';
  negated: boolean;
  operator: 'and' | 'or';
  members: Condition[];
}

export type Condition = Filter | LogicGroup;

export interface OrderTerm {
  /** For `order=embed(column)`: the embedded to-one resource to which the column belongs. */
  relation: string | null;
  field: Field;
  direction: 'asc' | 'desc' | null;
  nulls: 'first' | 'last' | null;
}

/** The clauses of one resource of the tree, the root (empty path) or an embedded one. */
export interface Scope {
  conditions: Condition[];
  order: OrderTerm[];
  limit: number | null;
  offset: number;
}

export const emptyScope = (): Scope => ({ conditions: [], order: [], limit: null, offset: 0 });

export interface Query {
  select: SelectItem[];
  /** By embed path, its names joined by NUL; the root is the empty text. */
  scopes: Map<string, Scope>;
  columns: string[] | null;
  onConflict: string[] | null;
  /** Parameters that are no filter: the arguments of a function called by GET. */
  params: [name: string, value: string][];
}

export const PATH_SEPARATOR = '\0';
