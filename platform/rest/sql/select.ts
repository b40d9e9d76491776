import { notImplemented, RestError } from '../errors.ts';
import type { Aggregate, ColumnItem, Field, OrderTerm } from '../parse/syntax.ts';
import { type Embed, embedCalled, type ReadNode } from '../plan/read-plan.ts';
import { allOf, fieldSql, isPresent } from './conditions.ts';
import { ident, outputName, qualified, type Statement } from './statement.ts';

/**
 * The output of a select: the requested columns, one expression that the parent needs, or rows
 * without columns, to be counted. With `hoists` an aggregate is left to the parent, and the column
 * that it is made of is selected in its place: each row of a to-one spread is alone.
 */
type Output = { kind: 'columns'; hoists: boolean } | { kind: 'field'; sql: string } | { kind: 'rows' };

/**
 * The select of a whole tree.
 * @param source SQL of the rows it reads, such as `"public"."films"`
 */
export function selectTree(statement: Statement, node: ReadNode, source: string): string {
  return select(statement, node, `${source} as ${ident(node.alias)}`, '', {
    kind: 'columns',
    hoists: false,
  });
}

/** The rows that pass the filters and inner embeds, without limit: those that `count=` counts. */
export function selectMatching(statement: Statement, node: ReadNode, source: string): string {
  return select(statement, node, `${source} as ${ident(node.alias)}`, '', { kind: 'rows' });
}

function select(
  statement: Statement,
  node: ReadNode,
  from: string,
  joinedBy: string,
  output: Output,
): string {
  const embeds = node.embeds.filter(
    ({ join, tested }) => output.kind === 'columns' || join === 'inner' || tested,
  );
  const joins = embeds.map((embed) => lateral(statement, node, embed));
  const shown = output.kind === 'columns' ? columnList(statement, node, output.hoists) : null;
  const columns = shown?.items.join(', ') ?? (output.kind === 'field' ? output.sql : '1 as one');
  const where = [joinedBy, allOf(statement, node, node.conditions)].filter((part) => part !== '');
  let sql = `select ${columns} from ${from}`;
  if (joins.length > 0) sql += ` ${joins.join(' ')}`;
  if (where.length > 0) sql += ` where ${where.join(' and ')}`;
  if (output.kind === 'rows') return sql;
  if (shown !== null && shown.groupBy.length > 0) sql += ` group by ${shown.groupBy.join(', ')}`;
  if (node.order.length > 0) {
    const joined = output.kind === 'columns';
    sql += ` order by ${node.order.map((term) => orderSql(statement, node, term, joined)).join(', ')}`;
  }
  if (node.limit !== null) sql += ` limit ${statement.value(node.limit)}`;
  if (node.offset > 0) sql += ` offset ${statement.value(node.offset)}`;
  return sql;
}

/**
 * The columns of a select and, when some of them are aggregates, what the others group its rows by.
 */
interface Columns {
  items: string[];
  groupBy: string[];
}

function columnList(statement: Statement, node: ReadNode, hoists: boolean): Columns {
  const grouped = !hoists && aggregates(node);
  const columns = [
    ...node.columns.map((item, at) => columnSql(statement, node, item, hoists ? at : null)),
    ...node.embeds.flatMap((embed) =>
      embed.hidden ? [] : embedColumns(statement, embed, { grouped, hoists }),
    ),
  ];
  return {
    items: columns.map(({ sql }) => sql),
    groupBy: grouped ? columns.flatMap(({ group }) => group) : [],
  };
}

/**
 * Whether a select of this node has aggregates: its own, and those of its to-one spreads, whose
 * rows it aggregates.
 */
const aggregates = (node: ReadNode): boolean =>
  node.columns.some(({ aggregate }) => aggregate !== null) ||
  node.embeds.some(
    ({ spread, relationship, node: child }) => spread && relationship.toOne && aggregates(child),
  );

/**
 * The name under which a to-one spread selects what its parent aggregates; no column of a request
 * can have it by chance.
 */
const hoistedName = (node: ReadNode, at: number) => `${node.alias} ${at}`;

/**
 * The JSON key of a column: its alias, else its aggregate, else the last key of its path, else its
 * name.
 */
function keyOfColumn({ alias, aggregate, field }: ColumnItem): string {
  const keys = field.path.flatMap(({ key }) => (typeof key === 'string' ? [key] : []));
  return alias ?? aggregate?.name ?? keys.at(-1) ?? field.name;
}

/** A column as it is selected, and the expressions by which it groups rows beside aggregates. */
interface Selected {
  sql: string;
  group: string[];
}

/**
 * @param hoistedAt the place of the column among those of its node when its aggregate is left to
 *   the parent; else null
 */
function columnSql(
  statement: Statement,
  node: ReadNode,
  item: ColumnItem,
  hoistedAt: number | null,
): Selected {
  const { field, aggregate } = item;
  if (field.name === '*' && aggregate === null) {
    const names = [...(node.table?.columns.keys() ?? [])];
    return {
      sql: `${ident(node.alias)}.*`,
      group: names.map((name) => `${ident(node.alias)}.${ident(name)}`),
    };
  }
  const name = outputName(keyOfColumn(item));
  const own = field.name === '*' ? '*' : castSql(statement, fieldSql(statement, node, field), item.cast);
  if (aggregate === null) return { sql: `${own} as ${name}`, group: [own] };
  if (hoistedAt !== null) {
    // A row counts as such; where the spread has no row, the outer join makes it null, which is not
    // counted.
    return { sql: `${own === '*' ? '1' : own} as ${ident(hoistedName(node, hoistedAt))}`, group: [] };
  }
  return { sql: `${aggregateSql(statement, aggregate, own)} as ${name}`, group: [] };
}

const aggregateSql = (statement: Statement, { name, cast }: Aggregate, of: string): string =>
  castSql(statement, `${name}(${of})`, cast);

/** @throws RestError 42704 for a type that the catalogue does not have */
function castSql(statement: Statement, sql: string, cast: string | null): string {
  if (cast === null) return sql;
  const type = statement.catalog.types.get(cast);
  if (type === undefined) throw new RestError(400, '42704', `type "${cast}" does not exist`);
  return `cast(${sql} as ${type})`;
}

/**
 * The columns that a parent selects from a joined child. Those that group the parent's rows are
 * `jsonb`, which Postgres can compare, and not `json`.
 */
function embedColumns(
  statement: Statement,
  { node, lateral: alias, key, spread, relationship }: Embed,
  { grouped, hoists }: { grouped: boolean; hoists: boolean },
): Selected[] {
  const joined = ident(alias);
  const selected = (sql: string, name: string): Selected => ({ sql: `${sql} as ${name}`, group: [sql] });
  const json = (sql: string) => (grouped ? `${sql}::jsonb` : sql);
  if (!spread) {
    const value = relationship.toOne ? `row_to_json(${joined}.*)` : `coalesce(${joined}.j, '[]')`;
    return [selected(json(value), outputName(key))];
  }
  if (!relationship.toOne) {
    if (aggregates(node))
      throw notImplemented('Aggregates are not implemented for one-to-many or many-to-many spreads.');
    return outputsOf(node).map(({ name }) =>
      selected(json(`coalesce(${joined}.${ident(name)}, '[]')`), ident(name)),
    );
  }
  return outputsOf(node).map((output) => {
    const column = `${joined}.${ident(output.name)}`;
    if (output.aggregate === null) return selected(output.isJson ? json(column) : column, ident(output.name));
    if (hoists) return selected(column, ident(output.name));
    const sql = `${aggregateSql(statement, output.aggregate, column)} as ${outputName(output.key)}`;
    return { sql, group: [] };
  });
}

/** A column of a spread child. */
interface SpreadOutput {
  /** In the child's select. */
  name: string;
  /** In the answer: another one than `name` for what the parent aggregates. */
  key: string;
  aggregate: Aggregate | null;
  /** Whether it is an embed, whose type is `json`. */
  isJson: boolean;
}

/** The columns that a spread child selects, `*` written out and its own spreads included. */
function outputsOf(node: ReadNode): SpreadOutput[] {
  const plain = (name: string, isJson: boolean): SpreadOutput => ({
    name,
    key: name,
    aggregate: null,
    isJson,
  });
  const own = node.columns.flatMap((item, at): SpreadOutput[] => {
    const key = keyOfColumn(item);
    const { aggregate } = item;
    if (aggregate !== null) return [{ name: hoistedName(node, at), key, aggregate, isJson: false }];
    const names = item.field.name === '*' ? [...(node.table?.columns.keys() ?? [])] : [key];
    return names.map((name) => plain(name, false));
  });
  const nested = node.embeds.flatMap((embed) => {
    if (embed.hidden) return [];
    if (!embed.spread) return [plain(embed.key, true)];
    const outputs = outputsOf(embed.node);
    return embed.relationship.toOne ? outputs : outputs.map(({ name }) => plain(name, true));
  });
  return [...own, ...nested];
}

function lateral(statement: Statement, parent: ReadNode, embed: Embed): string {
  const { relationship, join, spread, hidden } = embed;
  const alias = ident(embed.lateral);
  const output: Output = hidden
    ? { kind: 'field', sql: '1 as one' }
    : { kind: 'columns', hoists: spread && relationship.toOne };
  const child = joinedSelect(statement, parent, embed, output);
  if (relationship.toOne) return `${join} join lateral (${child}) as ${alias} on true`;
  const aggregate = spread
    ? outputsOf(embed.node).map(({ name }) => `json_agg(r.${ident(name)}) as ${ident(name)}`)
    : ['json_agg(r) as j'];
  const rows = `(select ${[...aggregate, ...(spread ? ['count(*) as "rows in it"'] : [])].join(', ')} from (${child}) as r)`;
  return `${join} join lateral ${rows} as ${alias} on ${join === 'inner' ? isPresent(embed) : 'true'}`;
}

const equal = (left: string, right: string, pairs: [string, string][]) =>
  pairs.map(([ours, theirs]) => `${left}.${ident(ours)} = ${right}.${ident(theirs)}`).join(' and ');

/** The child's select, bound to the parent's row by their relationship. */
function joinedSelect(statement: Statement, parent: ReadNode, embed: Embed, output: Output): string {
  const { relationship, node } = embed;
  const [outer, inner] = [ident(parent.alias), ident(node.alias)];
  switch (relationship.kind) {
    case 'key': {
      const from = `${qualified(relationship.target)} as ${inner}`;
      return select(statement, node, from, equal(outer, inner, relationship.columns), output);
    }
    case 'junction': {
      const between = ident(`${embed.lateral}_between`);
      const on = equal(inner, between, relationship.targetColumns);
      const from = `${qualified(relationship.junction)} as ${between} join ${qualified(relationship.target)} as ${inner} on ${on}`;
      return select(statement, node, from, equal(outer, between, relationship.originColumns), output);
    }
    case 'computed': {
      // With the cast, the row may come from a `returning` clause, which has no row type, as well
      // as from its table.
      const row = `row(${outer}.*)::${qualified(relationship.origin)}`;
      return select(statement, node, `${qualified(relationship)}(${row}) as ${inner}`, '', output);
    }
  }
}

/** The column of a to-one spread's row that is a field as it is: rows may be grouped by it. */
function spreadColumn({ spread, relationship, node, lateral }: Embed, field: Field): string | null {
  if (!spread || !relationship.toOne || field.path.length > 0) return null;
  const shown = node.columns.find(({ field: own, cast, aggregate }) => {
    const same = own.name === field.name || (own.name === '*' && node.table?.columns.has(field.name));
    return same && own.path.length === 0 && cast === null && aggregate === null;
  });
  if (shown === undefined) return null;
  return `${ident(lateral)}.${ident(shown.field.name === '*' ? field.name : keyOfColumn(shown))}`;
}

function embeddedOrderSql(
  statement: Statement,
  node: ReadNode,
  embed: Embed,
  { field }: OrderTerm,
  joined: boolean,
): string {
  const column = joined ? spreadColumn(embed, field) : null;
  if (column !== null) return column;
  const sql = fieldSql(statement, embed.node, field);
  return `(${joinedSelect(statement, node, embed, { kind: 'field', sql })})`;
}

/** @param joined whether the embeds are joined to the rows that are ordered */
function orderSql(statement: Statement, node: ReadNode, term: OrderTerm, joined: boolean): string {
  const embed = term.relation === null ? undefined : embedCalled(node, term.relation);
  const sql = embed
    ? embeddedOrderSql(statement, node, embed, term, joined)
    : fieldSql(statement, node, term.field);
  const nulls = term.nulls === null ? '' : ` nulls ${term.nulls}`;
  return `${sql}${term.direction === null ? '' : ` ${term.direction}`}${nulls}`;
}
