import {
  type Catalog,
  type Column,
  type Constraint,
  type Relation,
  type Schema,
  type SqlFunction,
  typeToldIn,
} from './model.ts';
import { createResolver, type TypeResolver, typeName } from './type-names.ts';

const property = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));

const indent = (text: string, by: number) => text.replace(/^(?=.)/gm, ' '.repeat(by));

const block = (name: string, entries: readonly string[]) =>
  entries.length === 0
    ? `${name}: Record<never, never>;`
    : `${name}: {\n${indent(entries.join('\n'), 2)}\n};`;

/** The roles of the clients that these types are for. */
const CALLERS = new Set(['anon', 'authenticated', 'public']);

/**
 * The columns that a caller may give a value. A generated column takes none. What a view lets
 * through does not bind what is written through it.
 */
function writable({ columns, grants }: Relation, privilege: 'insert' | 'update'): Column[] {
  const granted = grants.filter((one) => CALLERS.has(one.grantee) && one.privileges.includes(privilege));
  return columns
    .filter(({ generated, identity }) => generated === null && identity !== 'always')
    .filter(({ name }) => granted.some((one) => one.columns === null || one.columns.includes(name)))
    .map((one) => (one.source?.origin ? { ...one, source: { ...one.source, values: null } } : one));
}

function shapes(relation: Relation, resolver: TypeResolver): Record<'row' | 'insert' | 'update', string[]> {
  const type = (one: Column) => `${resolver.column(relation, one).json}${one.notNull ? '' : ' | null'}`;
  const optional = (one: Column) =>
    relation.kind === 'view' || !one.notNull || one.default !== null || one.identity !== null ? '?' : '';
  const insert = writable(relation, 'insert');
  const update = writable(relation, 'update');
  return {
    row: relation.columns.map((one) => `${property(one.name)}: ${type(one)};`),
    insert: insert.map((one) => `${property(one.name)}${optional(one)}: ${type(one)};`),
    update: update.map((one) => `${property(one.name)}?: ${type(one)};`),
  };
}

/**
 * A table that nobody may write has no type for it: a call that would be refused does not compile.
 */
const written = (name: string, entries: readonly string[]) =>
  entries.length === 0 ? `${name}: never;` : block(name, entries);

/** One-to-one when the columns that refer are unique by themselves. */
function isOneToOne(relation: Relation, { columns }: Constraint): boolean {
  const key = columns.toSorted().join();
  return relation.constraints.some(
    (one) => (one.kind === 'primary' || one.kind === 'unique') && one.columns.toSorted().join() === key,
  );
}

function relationships(schema: string, relation: Relation): string {
  const list = relation.constraints.flatMap((one) => {
    if (one.kind !== 'foreign' || one.reference?.schema !== schema) return [];
    const { relation: referenced, columns } = one.reference;
    return [
      `{ foreignKeyName: ${JSON.stringify(one.name)}; columns: ${JSON.stringify(one.columns)}; isOneToOne: ${isOneToOne(relation, one)}; ` +
        `referencedRelation: ${JSON.stringify(referenced)}; referencedColumns: ${JSON.stringify(columns)} },`,
    ];
  });
  return list.length === 0 ? 'Relationships: [];' : `Relationships: [\n${indent(list.join('\n'), 2)}\n];`;
}

function tableType(schema: string, relation: Relation, resolver: TypeResolver): string {
  const { row, insert, update } = shapes(relation, resolver);
  return block(property(relation.name), [
    block('Row', row),
    written('Insert', insert),
    written('Update', update),
    relationships(schema, relation),
  ]);
}

function viewType(relation: Relation, resolver: TypeResolver): string {
  const { row, insert, update } = shapes(relation, resolver);
  return block(property(relation.name), [
    block('Row', row),
    ...(relation.insertable ? [written('Insert', insert)] : []),
    ...(relation.updatable ? [written('Update', update)] : []),
    'Relationships: [];',
  ]);
}

function functionType(schema: Schema, one: SqlFunction, resolver: TypeResolver): string {
  const args = one.args
    .filter(({ isOut }) => !isOut)
    .map(
      ({ name, typeOid, hasDefault }) =>
        `${property(name)}${hasDefault ? '?' : ''}: ${resolver.resolve(typeOid).json}`,
    );
  const outs = one.args
    .filter(({ isOut }) => isOut)
    .map(({ name, typeOid }) => `${property(name)}: ${resolver.resolve(typeOid).json}`);
  const relation = resolver.relation(one.returnOid);
  const isView = schema.views.some(({ oid }) => oid === relation?.oid);
  const single = relation
    ? `Database[${JSON.stringify(schema.name)}]['${isView ? 'Views' : 'Tables'}'][${JSON.stringify(relation.name)}]['Row']`
    : outs.length > 0
      ? `{ ${outs.join('; ')} }`
      : resolver.resolve(one.returnOid).json;
  const returns = one.returnsSet ? `(${single})[]` : single;
  return `{ Args: ${args.length === 0 ? 'never' : `{ ${args.join('; ')} }`}; Returns: ${returns} }`;
}

/** Functions of one name are a union: rest tells them apart by the names of their arguments. */
function functions(schema: Schema, resolver: TypeResolver): string[] {
  const callable = schema.functions.filter(({ isTrigger, isProcedure }) => !isTrigger && !isProcedure);
  return [...Map.groupBy(callable, ({ name }) => name)].map(
    ([name, overloads]) =>
      `${property(name)}: ${overloads.map((one) => functionType(schema, one, resolver)).join(' | ')};`,
  );
}

function schemaType(schema: Schema, resolver: TypeResolver): string {
  const enums = schema.types.filter(({ kind }) => kind === 'enum');
  return block(property(schema.name), [
    block(
      'Tables',
      schema.tables.map((one) => tableType(schema.name, one, resolver)),
    ),
    block(
      'Views',
      schema.views.map((one) => viewType(one, resolver)),
    ),
    block('Functions', functions(schema, resolver)),
    block(
      'Enums',
      enums.map(({ name, oid }) => `${property(name)}: ${resolver.resolve(oid).json};`),
    ),
    'CompositeTypes: Record<never, never>;',
  ]);
}

/** The rows of `public` by name, as they are read and as they are written. */
const NAMED = `type Public = Database['public'];
export type Tables<Name extends keyof (Public['Tables'] & Public['Views'])> = (Public['Tables'] & Public['Views'])[Name]['Row'];
export type TablesInsert<Name extends keyof Public['Tables']> = Public['Tables'][Name]['Insert'];
export type TablesUpdate<Name extends keyof Public['Tables']> = Public['Tables'][Name]['Update'];`;

/** The `Database` type parameter of supabase-js, for the schemas that rest exposes. */
function renderSupabase(catalog: Catalog, exposed: readonly string[], resolver: TypeResolver): string {
  const schemas = catalog.schemas.filter(({ name }) => exposed.includes(name));
  const members = [
    "__InternalSupabase: { PostgrestVersion: '13' };",
    ...schemas.map((one) => schemaType(one, resolver)),
  ];
  return `export type Database = {\n${indent(members.join('\n'), 2)}\n};\n\n${NAMED}`;
}

/** The names of each table's columns, for code that puts a statement together while it runs. */
function renderColumnNames({ schemas }: Catalog): string {
  const lines = schemas.flatMap(({ name, tables }) =>
    tables.map(
      ({ name: table, columns }) =>
        `  '${name}.${table}': ${columns.map((column) => JSON.stringify(column.name)).join(' | ')};`,
    ),
  );
  return `export interface ColumnNames {\n${lines.join('\n')}\n}`;
}

const HEADER = `// Generated by tools/schema/generate-schema.ts from a freshly migrated database. Do not edit: change the SQL, then run
// node tools/schema/generate-schema.ts
//
// \`Database\` is what supabase-js sees over rest: JSON, so an instant is text, and int8 and
// numeric are numbers (exact up to 2^53). The types of node-postgres stand in statements.ts,
// statement by statement.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];`;

export const enumTypes = ({ schemas }: Catalog): { name: string; labels: string }[] =>
  schemas.flatMap(({ name, types }) =>
    types
      .filter(({ kind }) => kind === 'enum')
      .map((type) => ({
        name: typeName(name, type.name),
        labels: type.labels.map((label) => JSON.stringify(label)).join(' | '),
      })),
  );

/** Writes the types of the page's client for a database, and the names of its columns. */
export function renderTypes(catalog: Catalog, exposed: readonly string[]): string {
  const resolver = createResolver(catalog);
  const enums = enumTypes(catalog).map(({ name, labels }) => `export type ${name} = ${labels};`);
  const supabase = renderSupabase(catalog, exposed, resolver);
  const imports = importsUsedIn(supabase, commentedImports(catalog)).sort();
  const parts = [HEADER, imports.join('\n'), enums.join('\n'), supabase, renderColumnNames(catalog)];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

export const isUsedIn = (text: string, name: string): boolean =>
  new RegExp(`(?<!["\\w])${name}\\b`).test(text);

/** The compiler refuses an import that nothing uses. */
export const importsUsedIn = (text: string, imports: readonly string[]): string[] =>
  imports.flatMap((line) => {
    const names = (/\{ (.*) \}/.exec(line)?.[1] ?? '').split(', ').filter((name) => isUsedIn(text, name));
    return names.length > 0 ? line.replace(/\{ .* \}/, `{ ${names.join(', ')} }`) : [];
  });

/** The types that comments of columns name. */
export function commentedImports({ schemas }: Catalog): string[] {
  const types = schemas
    .flatMap(({ tables }) => tables.flatMap(({ columns }) => columns))
    .map(({ comment }) => typeToldIn(comment))
    .filter((one) => one !== null);
  return [...Map.groupBy(types, ({ module }) => module)].flatMap(([module, of]) => {
    const names = [...new Set(of.map(({ name }) => name))].sort();
    return module === null ? [] : [`import type { ${names.join(', ')} } from '${module}';`];
  });
}
