import type { QueryColumn } from './query-scope.ts';

/**
 * The objects of a database, read from pg_catalog: only what we made, in an order that depends on
 * names alone.
 */
export interface Catalog {
  extensions: { name: string; schema: string }[];
  schemas: Schema[];
  defaultPrivileges: DefaultPrivileges[];
}

/**
 * The privileges on a new object of a kind for others; an empty list takes away what Postgres would
 * grant.
 */
export interface DefaultPrivileges {
  /** Null: in every schema. */
  schema: string | null;
  kind: string;
  grants: Grant[];
}

export interface Schema {
  name: string;
  comment: string | null;
  grants: Grant[];
  types: TypeObject[];
  sequences: { name: string; definition: string; grants: Grant[] }[];
  tables: Relation[];
  views: Relation[];
  functions: SqlFunction[];
}

export interface Grant {
  grantee: string;
  privileges: string[];
  /** Of columns; null for the whole object. */
  columns: string[] | null;
}

export interface TypeObject {
  oid: number;
  /** Of arrays of it. */
  arrayOid: number;
  name: string;
  kind: 'enum' | 'domain' | 'composite';
  comment: string | null;
  labels: string[];
  /** The SQL after `create domain x as`. */
  definition: string;
  /** The type under a domain. */
  baseOid: number;
  attributes: Column[];
}

export interface Column {
  name: string;
  /** Its place in the row, which a dropped column keeps. */
  number: number;
  /** As SQL writes it: `character varying(80)`. */
  type: string;
  typeOid: number;
  notNull: boolean;
  default: string | null;
  generated: 'stored' | 'virtual' | null;
  identity: 'always' | 'by default' | null;
  comment: string | null;
  /** Of a view: what its query says of the column. */
  source?: Pick<QueryColumn, 'origin' | 'values' | 'json'>;
}

export interface Constraint {
  name: string;
  kind: 'primary' | 'unique' | 'foreign' | 'check' | 'exclude';
  definition: string;
  columns: string[];
  reference: { schema: string; relation: string; columns: string[] } | null;
}

export interface Relation {
  oid: number;
  /** Of its row type: what a function that returns rows of it names. */
  rowTypeOid: number;
  name: string;
  kind: 'table' | 'partitioned' | 'view' | 'materialized';
  comment: string | null;
  options: string[];
  columns: Column[];
  constraints: Constraint[];
  indexes: string[];
  triggers: string[];
  policies: Policy[];
  grants: Grant[];
  rowSecurity: boolean;
  forcedRowSecurity: boolean;
  /** Of a view. */
  definition: string | null;
  insertable: boolean;
  updatable: boolean;
  partition: { key: string | null; of: string | null; bound: string | null };
}

export interface Policy {
  name: string;
  permissive: boolean;
  command: string;
  roles: string[];
  using: string | null;
  check: string | null;
}

export interface SqlFunction {
  name: string;
  signature: string;
  definition: string;
  comment: string | null;
  grants: Grant[];
  isTrigger: boolean;
  isProcedure: boolean;
  args: { name: string; typeOid: number; hasDefault: boolean; isOut: boolean }[];
  returnOid: number;
  returnsSet: boolean;
}

/**
 * The type that a comment tells of a column, or of what a function returns:
 * `@type WallRange[] of #product/availability/rules/hours.ts`, `@type Record<string, Json>`.
 */
export function typeToldIn(
  comment: string | null,
): { type: string; name: string; module: string | null } | null {
  const [, type, name = '', module = null] =
    /@type (\W*(\w+).*?)(?: of (#\S+\.ts))?$/.exec(comment ?? '') ?? [];
  return type === undefined ? null : { type, name, module };
}
