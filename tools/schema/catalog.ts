import type pg from 'pg';
import type {
  Catalog,
  Column,
  Constraint,
  Grant,
  Relation,
  Schema,
  SqlFunction,
  TypeObject,
} from './model.ts';
import {
  type AclRow,
  DEFAULT_PRIVILEGES,
  type DefaultPrivilegesRow,
  EXTENSIONS,
  FUNCTIONS,
  type FunctionRow,
  type Named,
  RELATIONS,
  type RelationRow,
  SCHEMAS,
  type SchemaRow,
  SEQUENCES,
  type SequenceRow,
  TYPES,
  type TypeRow,
} from './queries.ts';
import type { QueryColumn } from './query-scope.ts';
import { readSurroundings } from './surroundings.ts';

/**
 * The kinds that this reader does not describe: better to stop than to leave them out of the
 * review.
 */
export class UnknownKind extends Error {
  override name = 'UnknownKind';
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const byName = <T extends { name: string }>(items: T[]) => items.sort((a, b) => compare(a.name, b.name));

/** One grant for each grantee and set of columns, with its privileges in alphabetical order. */
function grantsOf(rows: AclRow[], columnRows: AclRow[] = []): Grant[] {
  const whole = Map.groupBy(rows, ({ grantee }) => grantee);
  const grants: Grant[] = [...whole].map(([grantee, items]) => ({
    grantee,
    privileges: items.map(({ privilege }) => privilege).sort(compare),
    columns: null,
  }));
  for (const items of Map.groupBy(
    columnRows,
    ({ grantee, privilege }) => `${grantee} ${privilege}`,
  ).values()) {
    const [{ grantee, privilege } = { grantee: '', privilege: '' }] = items;
    grants.push({ grantee, privileges: [privilege], columns: items.map(({ column }) => column ?? '') });
  }
  const key = ({ grantee, privileges, columns }: Grant) =>
    `${grantee} ${columns ? 1 : 0} ${privileges.join()}`;
  return grants.sort((a, b) => compare(key(a), key(b)));
}

const constraintKinds: Record<string, Constraint['kind']> = {
  p: 'primary',
  u: 'unique',
  f: 'foreign',
  c: 'check',
  x: 'exclude',
};
const relationKinds: Record<string, Relation['kind']> = {
  r: 'table',
  p: 'partitioned',
  v: 'view',
  m: 'materialized',
};
const typeKinds: Record<string, TypeObject['kind']> = { e: 'enum', d: 'domain', c: 'composite' };

function known<T>(kinds: Record<string, T>, kind: string, what: string): T {
  const found = kinds[kind];
  if (found === undefined) throw new UnknownKind(`${what}: kind "${kind}" is not described in tools/schema`);
  return found;
}

/** Postgres says of no column of a view that it is not null; its query does. */
const columnOfView = (column: Column, known: QueryColumn | undefined): Column =>
  known ? { ...column, notNull: known.notNull, source: known } : column;

function relationOf(row: RelationRow, view: readonly QueryColumn[] | null): Relation {
  const name = `${row.schema}.${row.name}`;
  return {
    ...row,
    oid: Number(row.oid),
    rowTypeOid: Number(row.row_type_oid),
    kind: known(relationKinds, row.kind, name),
    columns: row.columns.map((one) => columnOfView(one, view?.[one.number - 1])),
    constraints: byName(
      row.constraints.map((one) => ({
        ...one,
        kind: known(constraintKinds, one.kind, `${name}.${one.name}`),
      })),
    ),
    indexes: row.indexes.toSorted(compare),
    triggers: row.triggers.toSorted(compare),
    policies: byName(row.policies),
    grants: grantsOf(row.acl, row.column_acl),
    rowSecurity: row.row_security,
    forcedRowSecurity: row.forced_row_security,
    definition: row.definition === null ? null : withoutLonePrefix(row.definition),
  };
}

/**
 * Postgres 15 writes the columns of a view over one relation as `r.name`, 16 and later as `name`:
 * the prefix goes where there is nothing else that it could mean.
 */
function withoutLonePrefix(view: string): string {
  const from = /^ {3}FROM ([\w.]+)(?: (\w+))?(?:;|\n {2}(?:WHERE|GROUP|ORDER|HAVING|LIMIT)\b)/m.exec(view);
  const alias = from?.[2] ?? from?.[1]?.split('.').at(-1);
  return alias === undefined ? view : view.replace(new RegExp(`(?<![\\w."'])${alias}\\.(?=[\\w"])`, 'g'), '');
}

function functionOf(row: FunctionRow): SqlFunction {
  const firstDefault = row.inputs - row.defaults;
  let input = 0;
  const args = row.types.map((type, index) => {
    const mode = row.modes[index] ?? 'i';
    const isOut = mode === 'o' || mode === 't';
    const hasDefault = !isOut && input >= firstDefault;
    if (!isOut) input += 1;
    return { name: row.names[index] ?? '', typeOid: Number(type), hasDefault, isOut };
  });
  if (row.definition === null) {
    throw new UnknownKind(`${row.schema}.${row.name}: aggregates and window functions are not described`);
  }
  return {
    name: row.name,
    signature: row.signature,
    definition: row.definition,
    comment: row.comment,
    grants: grantsOf(row.acl),
    isTrigger: row.is_trigger,
    isProcedure: row.kind === 'p',
    args,
    returnOid: Number(row.return_oid),
    returnsSet: row.returns_set,
  };
}

const typeOf = (row: TypeRow): TypeObject => ({
  ...row,
  oid: Number(row.oid),
  arrayOid: Number(row.array_oid),
  kind: known(typeKinds, row.kind, `${row.schema}.${row.name}`),
  baseOid: Number(row.base_oid),
});

/**
 * Reads everything that we made in a database.
 * @param client in a transaction, whose search path this empties
 * @throws UnknownKind for what this reader cannot describe
 */
export async function readCatalog(client: pg.ClientBase): Promise<Catalog> {
  // Nothing on the search path: every name that Postgres writes for us is a whole one.
  await client.query("select set_config('search_path', '', true)");
  const rows = async <T extends pg.QueryResultRow>(text: string) => (await client.query<T>(text)).rows;
  const extensions = await rows<{ name: string; schema: string }>(EXTENSIONS);
  const schemas = await rows<SchemaRow>(SCHEMAS);
  const defaults = await rows<DefaultPrivilegesRow>(DEFAULT_PRIVILEGES);
  const types = await rows<TypeRow>(TYPES);
  const sequences = await rows<SequenceRow>(SEQUENCES);
  const relations = await rows<RelationRow>(RELATIONS);
  const surroundings = await readSurroundings(client);
  const functions = await rows<FunctionRow>(FUNCTIONS);

  const within = <T extends Named>(schema: string, all: T[]) => all.filter((one) => one.schema === schema);
  const isView = ({ kind }: Relation) => kind === 'view' || kind === 'materialized';
  return {
    extensions: byName(extensions),
    defaultPrivileges: defaults
      .map(({ schema, kind, acl }) => ({ schema, kind, grants: grantsOf(acl) }))
      .sort((a, b) => compare(`${a.schema ?? ''} ${a.kind}`, `${b.schema ?? ''} ${b.kind}`)),
    schemas: byName(schemas).map(({ name, comment, acl }): Schema => {
      const all = byName(
        within(name, relations).map((row) => relationOf(row, surroundings.view(Number(row.oid)))),
      );
      return {
        name,
        comment,
        grants: grantsOf(acl),
        types: byName(within(name, types).map(typeOf)),
        sequences: byName(within(name, sequences)).map((one) => ({ ...one, grants: grantsOf(one.acl) })),
        tables: all.filter((one) => !isView(one)),
        views: all.filter(isView),
        functions: within(name, functions)
          .map(functionOf)
          .sort((a, b) => compare(`${a.name}(${a.signature}`, `${b.name}(${b.signature}`)),
      };
    }),
  };
}
