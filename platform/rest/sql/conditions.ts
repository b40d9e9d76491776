import { RestError } from '../errors.ts';
import type { Condition, Field, Filter, Operation } from '../parse/syntax.ts';
import { type Embed, embedCalled, type ReadNode } from '../plan/read-plan.ts';
import { ident, type Statement } from './statement.ts';

const comparisons: Record<string, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
};
const tsQueries = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
};

/** Conditions joined by `and`, or the empty text when there are none. */
export function allOf(statement: Statement, node: ReadNode, conditions: readonly Condition[]): string {
  return conditions.map((condition) => one(statement, node, condition)).join(' and ');
}

function one(statement: Statement, node: ReadNode, condition: Condition): string {
  if (condition.kind === 'filter') return filter(statement, node, condition);
  const members = condition.members.map((member) => one(statement, node, member));
  return `${condition.negated ? 'not ' : ''}(${members.join(` ${condition.operator} `)})`;
}

function filter(statement: Statement, node: ReadNode, { field, negated, operation }: Filter): string {
  const embed = field.path.length === 0 ? embedCalled(node, field.name) : undefined;
  if (embed && operation.kind === 'is' && operation.truth.endsWith('null')) {
    const absent = (operation.truth === 'null') !== negated;
    return absent ? `not (${isPresent(embed)})` : isPresent(embed);
  }
  const sql = test(statement, node, field, operation);
  return negated ? `not (${sql})` : sql;
}

/** SQL for whether a joined embed found a row; a row whose columns are all null counts as found. */
export function isPresent({ lateral, relationship, spread }: Embed): string {
  const joined = ident(lateral);
  if (relationship.toOne) return `(${joined}.*) is distinct from null`;
  return spread ? `${joined}."rows in it" > 0` : `${joined}.j is not null`;
}

function test(statement: Statement, node: ReadNode, field: Field, operation: Operation): string {
  const left = fieldSql(statement, node, field);
  switch (operation.kind) {
    case 'is':
      return `${left} is ${operation.truth.replace('_', ' ')}`;
    case 'isdistinct':
      return `${left} is distinct from ${statement.value(operation.value)}`;
    case 'in':
      return `${left} = any(${statement.value(arrayLiteral(operation.values))})`;
    case 'fts': {
      const config = operation.config === null ? '' : `${statement.value(operation.config)}::regconfig, `;
      const type = typeOf(node, field.name);
      const vector = type === 'tsvector' && field.path.length === 0;
      const document = vector ? left : `to_tsvector(${config}${left})`;
      return `${document} @@ ${tsQueries[operation.operator]}(${config}${statement.value(operation.value)})`;
    }
    case 'compare': {
      const { operator, quantifier, value } = operation;
      const sign = comparisons[operator];
      if (sign === undefined) throw new RestError(400, 'PGRST100', `unknown operator ${operator}`);
      const pattern = operator === 'like' || operator === 'ilike' ? value.replaceAll('*', '%') : value;
      const right = statement.value(pattern);
      return `${left} ${sign} ${quantifier === null ? right : `${quantifier}(${right})`}`;
    }
  }
}

/** The type of a column, or of the function of a row that is called as one. */
const typeOf = ({ table }: ReadNode, name: string): string | undefined =>
  table?.columns.get(name)?.baseType ?? table?.computed.get(name);

/** Postgres's array literal of texts; `in.()` is the empty array. */
function arrayLiteral(values: readonly string[]): string {
  if (values.length === 1 && values[0] === '') return '{}';
  return `{${values.map((value) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`;
}

/** `alias.column->'key'`; the keys are bound as values. */
export function fieldSql(statement: Statement, node: ReadNode, { name, path }: Field): string {
  let sql = `${ident(node.alias)}.${ident(name)}`;
  if (path.length === 0) return sql;
  const column = node.table?.columns.get(name);
  // Of a function with columns of its own no types are known.
  if (column?.structured || node.table === null) sql = `to_jsonb(${sql})`;
  for (const { asText, key } of path) {
    const place = statement.value(String(key));
    sql += `${asText ? '->>' : '->'}${place}${typeof key === 'number' ? '::int' : ''}`;
  }
  return `(${sql})`;
}
