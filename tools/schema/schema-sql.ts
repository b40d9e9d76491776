import type { Catalog, Column, DefaultPrivileges, Grant, Relation, Schema, TypeObject } from './model.ts';

/** Words that Postgres must have quoted among those we might use as names. */
const RESERVED = new Set([
  'all',
  'check',
  'default',
  'desc',
  'end',
  'from',
  'grant',
  'group',
  'limit',
  'offset',
  'order',
  'references',
  'select',
  'table',
  'to',
  'union',
  'unique',
  'user',
  'when',
  'where',
]);
const quote = (name: string) =>
  /^[a-z_][a-z0-9_]*$/.test(name) && !RESERVED.has(name) ? name : `"${name.replaceAll('"', '""')}"`;
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

const ALL: Record<string, string> = {
  table: 'delete,insert,references,select,trigger,truncate,update',
  schema: 'create,usage',
};

function grantLines(grants: readonly Grant[], kind: string, name: string): string[] {
  return grants.map(({ grantee, privileges, columns }) => {
    const which = privileges.join() === ALL[kind] ? ['all'] : privileges;
    const list = columns === null ? '' : ` (${columns.map(quote).join(', ')})`;
    const target = kind === 'table' ? name : `${kind} ${name}`;
    return `grant ${which.join(', ')}${list} on ${target} to ${grantee};`;
  });
}

const commentLine = (kind: string, name: string, comment: string | null) =>
  comment === null ? [] : [`comment on ${kind} ${name} is ${literal(comment)};`];

function columnText(column: Column): string {
  const parts = [quote(column.name), column.type];
  if (column.generated) parts.push(`generated always as (${column.default}) ${column.generated}`);
  else if (column.identity) parts.push(`generated ${column.identity} as identity`);
  else if (column.default !== null) parts.push(`default ${column.default}`);
  if (column.notNull) parts.push('not null');
  return parts.join(' ');
}

const kindOrder = ['primary', 'unique', 'exclude', 'check', 'foreign'];

function tableBlock(schema: string, table: Relation): string[] {
  const name = `${quote(schema)}.${quote(table.name)}`;
  const { key, of, bound } = table.partition;
  const constraints = table.constraints
    .toSorted((a, b) => kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind))
    .map((one) => `constraint ${quote(one.name)} ${one.definition}`);
  const inside = of === null ? [...table.columns.map(columnText), ...constraints] : constraints;
  const body = inside.length === 0 ? '' : ` (\n  ${inside.join(',\n  ')}\n)`;
  const head = of === null ? `create table ${name}` : `create table ${name} partition of ${of}`;
  const tail = `${bound === null ? '' : ` ${bound}`}${key === null ? '' : ` partition by ${key}`}`;
  return [
    `${head}${of === null && body === '' ? ' ()' : body}${tail};`,
    ...commentLine('table', name, table.comment),
    ...table.columns.flatMap((one) => commentLine('column', `${name}.${quote(one.name)}`, one.comment)),
    ...table.indexes.map((one) => `${one};`),
    ...table.triggers.map((one) => `${one};`),
    ...securityLines(name, table),
    ...grantLines(table.grants, 'table', name),
  ];
}

function securityLines(name: string, table: Relation): string[] {
  return [
    ...(table.rowSecurity ? [`alter table ${name} enable row level security;`] : []),
    ...(table.forcedRowSecurity ? [`alter table ${name} force row level security;`] : []),
    ...table.policies.map((policy) => {
      const kind = policy.permissive ? '' : ' as restrictive';
      const using = policy.using === null ? '' : `\n  using (${policy.using})`;
      const check = policy.check === null ? '' : `\n  with check (${policy.check})`;
      return `create policy ${quote(policy.name)} on ${name}${kind} for ${policy.command} to ${policy.roles.toSorted().join(', ')}${using}${check};`;
    }),
  ];
}

function viewBlock(schema: string, view: Relation): string[] {
  const name = `${quote(schema)}.${quote(view.name)}`;
  const kind = view.kind === 'materialized' ? 'materialized view' : 'view';
  const options = view.options.length === 0 ? '' : ` with (${view.options.join(', ')})`;
  return [
    `create ${kind} ${name}${options} as\n${view.definition ?? ''}`,
    ...commentLine(kind, name, view.comment),
    ...view.indexes.map((one) => `${one};`),
    ...view.triggers.map((one) => `${one};`),
    ...grantLines(view.grants, 'table', name),
  ];
}

function typeBlock(schema: string, type: TypeObject): string[] {
  const name = `${quote(schema)}.${quote(type.name)}`;
  const attributes = type.attributes.map((one) => `${quote(one.name)} ${one.type}`).join(', ');
  const text = {
    enum: `create type ${name} as enum (${type.labels.map(literal).join(', ')});`,
    domain: `create domain ${name} as ${type.definition};`,
    composite: `create type ${name} as (${attributes});`,
  }[type.kind];
  return [text, ...commentLine(type.kind === 'domain' ? 'domain' : 'type', name, type.comment)];
}

function schemaBlocks(schema: Schema): string[][] {
  const name = quote(schema.name);
  return [
    [
      `-- ${'='.repeat(20)} ${schema.name} ${'='.repeat(20)}`,
      `create schema ${name};`,
      ...commentLine('schema', name, schema.comment),
      ...grantLines(schema.grants, 'schema', name),
    ],
    ...schema.types.map((one) => typeBlock(schema.name, one)),
    ...schema.sequences.map((one) => [
      `create sequence ${name}.${quote(one.name)} ${one.definition};`,
      ...grantLines(one.grants, 'sequence', `${name}.${quote(one.name)}`),
    ]),
    ...schema.tables.map((one) => tableBlock(schema.name, one)),
    ...schema.views.map((one) => viewBlock(schema.name, one)),
    ...schema.functions.map((one) => {
      const kind = one.isProcedure ? 'procedure' : 'function';
      const signature = `${name}.${quote(one.name)}(${one.signature})`;
      return [
        `${one.definition.trimEnd()};`,
        ...commentLine(kind, signature, one.comment),
        ...grantLines(one.grants, kind, signature),
      ];
    }),
  ];
}

/** Those of every schema replace what Postgres would grant; those of one schema come on top. */
const defaultPrivilegeLines = ({ schema, kind, grants }: DefaultPrivileges): string[] => [
  ...(schema === null ? [`alter default privileges revoke all on ${kind} from public;`] : []),
  ...grants.map(({ grantee, privileges }) => {
    const where = schema === null ? '' : ` in schema ${quote(schema)}`;
    return `alter default privileges${where} grant ${privileges.join(', ')} on ${kind} to ${grantee};`;
  }),
];

const HEADER = `-- Generated by tools/schema/generate-schema.ts from a freshly migrated database. Nothing runs this file: it is there so that a
-- review shows what a migration changed. Grants are those of everybody but the owner. Edit database/migrations and
-- product/*/sql, then run: node tools/schema/generate-schema.ts`;

/** The whole schema as SQL to read, by schema and table; the same on every Postgres we support. */
export function renderSchemaSql(catalog: Catalog): string {
  const extensions = catalog.extensions.map(
    (one) => `create extension ${quote(one.name)} with schema ${quote(one.schema)};`,
  );
  const defaults = catalog.defaultPrivileges.flatMap(defaultPrivilegeLines);
  const blocks = [
    [HEADER],
    ...(defaults.length === 0 ? [] : [defaults]),
    ...(extensions.length === 0 ? [] : [extensions]),
    ...catalog.schemas.flatMap(schemaBlocks),
  ];
  // Trailing spaces are in some texts of Postgres, and in no file of ours.
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`.replace(/[ \t]+$/gm, '');
}
