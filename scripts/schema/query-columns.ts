import { isNode, listIn, type Node, nodeIn, nodesIn, numberIn, textIn } from './node-tree.ts';

/** What is known of a column that a query gives. */
export interface QueryColumn {
  name: string;
  notNull: boolean;
  /** The column of a table that it hands on unchanged: its declared type is that one's. */
  origin: { relation: number; column: number } | null;
  /** The texts that it may be, where the query names each of them (`case … then 'active'`). */
  values: readonly string[] | null;
  /** The type that the comment of a function tells for what it returns; then that is never null. */
  told: string | null;
}

type Known = Omit<QueryColumn, 'name'>;

/** What the reader of a query has to know of the database around it. */
export interface Surroundings {
  /** A column of a table or view. */
  column(relation: number, column: number): Known;
  /** By the function's oid. */
  function(oid: number): { name: string; strict: boolean; type: string | null } | null;
  /** The name of an operator, by its oid. */
  operator(oid: number): string;
}

const UNKNOWN: Known = { notNull: false, origin: null, values: null, told: null };
const nullable = (known: Known): Known => ({ ...known, notNull: false });

/** A query with the relations it names, and the query around it when it is part of one. */
interface Scope {
  query: Node;
  tables: Node[];
  /** Numbers of the range table whose row may be missing: the other side of an outer join. */
  missing: Set<number>;
  /** `number.column` of those that the conditions leave no null. */
  proven: Set<string>;
  outer: Scope | null;
}

const JOINS = { left: 1, full: 2, right: 3 };
const TABLES = { relation: 0, subquery: 1, join: 2, function: 3, values: 5, cte: 6, group: 9 };
const SUBLINKS = { exists: 0, expression: 4, array: 6 };

/** Functions that give a value whatever they are given. */
const TOTAL = new Set(
  [
    'now clock_timestamp statement_timestamp transaction_timestamp gen_random_uuid concat count row_number rank dense_rank',
    'jsonb_build_object json_build_object jsonb_build_array json_build_array pg_backend_pid',
  ].flatMap((names) => names.split(' ')),
);

/** Strict functions that give a value for values; a cast does too, unless it starts from json. */
const KEEPING = new Set(
  [
    'lower upper left right length char_length octet_length btrim ltrim rtrim replace md5 encode decode concat_ws to_json to_jsonb',
    'date_trunc date_part extract floor ceil ceiling round abs cardinality jsonb_array_length mod power make_interval timezone',
    'to_char to_timestamp tstzrange int4range int8range jsonb_agg json_agg array_agg string_agg sum min max avg bool_or bool_and',
    'jsonb_object_agg lpad rpad hashtextextended pg_try_advisory_xact_lock pg_try_advisory_lock pg_advisory_unlock div isempty',
    'txid_current age starts_with format_type',
  ].flatMap((names) => names.split(' ')),
);

/** Operators that look into something, and find nothing where it is not there. */
const LOOKING = new Set(['->', '->>', '#>', '#>>', '@?', '@@']);
const JSON_TYPES = new Set([114, 3802]);

function scopeOf(query: Node, around: Surroundings, outer: Scope | null): Scope {
  const scope: Scope = {
    query,
    tables: nodesIn(query, 'rtable'),
    missing: new Set(),
    proven: new Set(),
    outer,
  };
  const join = (node: Node | null, isMissing: boolean): void => {
    if (!node) return;
    if (node.tag === 'RANGETBLREF') {
      if (isMissing) scope.missing.add(numberIn(node, 'rtindex'));
    } else if (node.tag === 'JOINEXPR') {
      const type = numberIn(node, 'jointype');
      const both = type === JOINS.full;
      join(nodeIn(node, 'larg'), isMissing || both || type === JOINS.right);
      join(nodeIn(node, 'rarg'), isMissing || both || type === JOINS.left);
      if (isMissing || both) scope.missing.add(numberIn(node, 'rtindex'));
      if (type === 0 && !isMissing) prove(nodeIn(node, 'quals'), scope, around);
    } else {
      for (const one of nodesIn(node, 'fromlist')) join(one, isMissing);
      prove(nodeIn(node, 'quals'), scope, around);
    }
  };
  join(nodeIn(query, 'jointree'), false);
  return scope;
}

/** A condition that holds shows its columns to be there: `x is not null`, or any strict comparison of `x`. */
function prove(condition: Node | null, scope: Scope, around: Surroundings): void {
  if (!condition) return;
  // What an update or insert returns is the row after it: a condition spoke of the one before.
  const written = textIn(scope.query, 'resultRelation');
  const column = (node: Node | undefined): void => {
    if (node?.tag === 'RELABELTYPE') column(nodeIn(node, 'arg') ?? undefined);
    else if (node?.tag === 'VAR' && numberIn(node, 'varlevelsup') === 0 && textIn(node, 'varno') !== written)
      scope.proven.add(`${textIn(node, 'varno')}.${textIn(node, 'varattno')}`);
  };
  if (condition.tag === 'BOOLEXPR' && textIn(condition, 'boolop') === 'and')
    for (const one of nodesIn(condition, 'args')) prove(one, scope, around);
  else if (condition.tag === 'NULLTEST' && numberIn(condition, 'nulltesttype') === 1)
    column(nodeIn(condition, 'arg') ?? undefined);
  else if (condition.tag === 'OPEXPR' || condition.tag === 'SCALARARRAYOPEXPR') {
    if (around.function(numberIn(condition, 'opfuncid'))?.strict !== true) return;
    for (const one of nodesIn(condition, 'args')) column(one);
  }
}

/** The text of a constant, as its bytes stand in the tree: four of length, then the characters. */
function textOf(constant: Node): string | null {
  if (textIn(constant, 'consttype') !== '25' || textIn(constant, 'constisnull') === 'true') return null;
  const bytes = listIn(constant, 'constvalue').find(Array.isArray);
  return bytes ? Buffer.from(bytes.slice(4).map(Number)).toString('utf8') : null;
}

function valuesOf(branches: readonly (Known | null)[]): readonly string[] | null {
  const values = branches.map((one) => one?.values ?? null);
  return values.every((one) => one !== null) ? [...new Set(values.flat())] : null;
}

/** What is known of an expression in its query. */
function knownOf(node: Node | null, scope: Scope, around: Surroundings): Known {
  if (!node) return UNKNOWN;
  const of = (one: Node | null) => knownOf(one, scope, around);
  const args = () => nodesIn(node, 'args').map((one) => of(one));
  const given = (notNull: boolean): Known => ({ ...UNKNOWN, notNull });
  switch (node.tag) {
    case 'VAR':
      return columnOf(node, scope, around);
    case 'CONST': {
      const text = textOf(node);
      return { ...given(textIn(node, 'constisnull') === 'false'), values: text === null ? null : [text] };
    }
    case 'COALESCEEXPR': {
      const all = args();
      return { ...given(all.some(({ notNull }) => notNull)), values: valuesOf(all) };
    }
    case 'CASEEXPR': {
      const branches = [
        ...nodesIn(node, 'args').map((one) => nodeIn(one, 'result')),
        nodeIn(node, 'defresult'),
      ];
      const all = branches.map((one) => (one ? of(one) : null));
      return {
        ...given(all.every((one) => one?.notNull === true)),
        values: valuesOf(all.filter((_one, index) => !isNullConstant(branches[index] ?? null))),
      };
    }
    case 'MINMAXEXPR':
      return given(args().some(({ notNull }) => notNull));
    case 'BOOLEXPR':
      return given(args().every(({ notNull }) => notNull));
    case 'NULLTEST':
    case 'BOOLEANTEST':
    case 'DISTINCTEXPR':
    case 'SQLVALUEFUNCTION':
    case 'ARRAYEXPR':
    case 'ROWEXPR':
    case 'JSONCONSTRUCTOREXPR':
    case 'NEXTVALUEEXPR':
    case 'GROUPINGFUNC':
      return given(true);
    case 'RELABELTYPE':
    case 'COERCETODOMAIN':
    case 'COLLATEEXPR':
      return of(nodeIn(node, 'arg'));
    case 'COERCEVIAIO':
    case 'ARRAYCOERCEEXPR':
      return given(of(nodeIn(node, 'arg')).notNull);
    case 'OPEXPR':
      return given(
        !LOOKING.has(around.operator(numberIn(node, 'opno'))) && args().every(({ notNull }) => notNull),
      );
    case 'SCALARARRAYOPEXPR':
      return given(nodesIn(node, 'args')[1]?.tag === 'CONST' && args().every(({ notNull }) => notNull));
    case 'FUNCEXPR': {
      // Of `concat_ws` the separator alone decides.
      const isJoining = around.function(numberIn(node, 'funcid'))?.name === 'concat_ws';
      const deciding = isJoining ? args().slice(0, 1) : args();
      const keeps = isKeeping(node, 'funcid', around) && deciding.every(({ notNull }) => notNull);
      const told = around.function(numberIn(node, 'funcid'))?.type ?? null;
      return { ...given(keeps || told !== null || isTotal(node, 'funcid', around)), told };
    }
    case 'AGGREF': {
      // Of groups each has a row; a filter may leave none of it.
      const isOfGroup = nodesIn(scope.query, 'groupClause').length > 0 && nodeIn(node, 'aggfilter') === null;
      const values = nodesIn(node, 'args').map((one) => of(nodeIn(one, 'expr')));
      return given(
        isTotal(node, 'aggfnoid', around) ||
          (isOfGroup && isKeeping(node, 'aggfnoid', around) && values.every(({ notNull }) => notNull)),
      );
    }
    case 'WINDOWFUNC':
      return given(isTotal(node, 'winfnoid', around));
    case 'SUBLINK': {
      const type = numberIn(node, 'subLinkType');
      const query = nodeIn(node, 'subselect');
      if (type === SUBLINKS.expression && query) {
        const [column] = columnsIn(query, around, scope);
        return column ? { ...column, notNull: column.notNull && hasAlwaysOneRow(query) } : UNKNOWN;
      }
      return given(type === SUBLINKS.exists || type === SUBLINKS.array);
    }
    default:
      return UNKNOWN;
  }
}

const isNullConstant = (node: Node | null) =>
  node === null || (node.tag === 'CONST' && textIn(node, 'constisnull') === 'true');

const isTotal = (node: Node, field: string, around: Surroundings) =>
  TOTAL.has(around.function(numberIn(node, field))?.name ?? '');

/** Casts (formats 1 and 2), and the functions named above. */
function isKeeping(node: Node, field: string, around: Surroundings): boolean {
  const called = around.function(numberIn(node, field));
  const [first] = nodesIn(node, 'args');
  const isCast = ['1', '2'].includes(textIn(node, 'funcformat')) && called?.strict === true;
  const fromJson = JSON_TYPES.has(
    first ? Number(textIn(first, 'vartype') || textIn(first, 'opresulttype')) : 0,
  );
  return KEEPING.has(called?.name ?? '') || (isCast && !fromJson);
}

/** An aggregate over everything, or a select from nothing: one row, whatever there is. */
function hasAlwaysOneRow(query: Node): boolean {
  const isPlain = ['setOperations', 'havingQual', 'limitCount', 'limitOffset'].every(
    (field) => nodeIn(query, field) === null,
  );
  if (!isPlain || nodesIn(query, 'groupClause').length > 0) return false;
  const tree = nodeIn(query, 'jointree');
  const isFromNothing =
    tree !== null && nodesIn(tree, 'fromlist').length === 0 && nodeIn(tree, 'quals') === null;
  return textIn(query, 'hasAggs') === 'true' || isFromNothing;
}

function columnOf(variable: Node, inner: Scope, around: Surroundings): Known {
  let scope: Scope | null = inner;
  for (let level = numberIn(variable, 'varlevelsup'); level > 0; level -= 1) scope = scope?.outer ?? null;
  const number = numberIn(variable, 'varno');
  const column = numberIn(variable, 'varattno');
  const table = scope?.tables[number - 1];
  if (!scope || !table) return UNKNOWN;
  const known = column === 0 ? { ...UNKNOWN, notNull: true } : columnOfTable(table, column, scope, around);
  if (scope.proven.has(`${number}.${column}`)) return { ...known, notNull: true };
  // A subtotal has null for what it is not grouped by.
  const isOfSubtotals = nodesIn(scope.query, 'groupingSets').length > 0;
  return isOfSubtotals || scope.missing.has(number) ? nullable(known) : known;
}

function columnOfTable(table: Node, column: number, scope: Scope, around: Surroundings): Known {
  switch (numberIn(table, 'rtekind')) {
    case TABLES.relation:
      // System columns (ctid, xmin) are always there.
      return column < 0 ? { ...UNKNOWN, notNull: true } : around.column(numberIn(table, 'relid'), column);
    case TABLES.subquery: {
      const query = nodeIn(table, 'subquery');
      return (query && columnsIn(query, around, scope)[column - 1]) || UNKNOWN;
    }
    case TABLES.join: {
      const alias = listIn(table, 'joinaliasvars')[column - 1];
      return isNode(alias) ? knownOf(alias, scope, around) : UNKNOWN;
    }
    case TABLES.group: {
      const grouped = listIn(table, 'groupexprs')[column - 1];
      return isNode(grouped) ? knownOf(grouped, scope, around) : UNKNOWN;
    }
    case TABLES.values: {
      const rows = listIn(table, 'values_lists').map((row) => (Array.isArray(row) ? row[column - 1] : null));
      const all = rows.map((one) => (isNode(one ?? null) ? knownOf(one as Node, scope, around) : UNKNOWN));
      return { ...UNKNOWN, notNull: all.every(({ notNull }) => notNull), values: valuesOf(all) };
    }
    case TABLES.function: {
      const [first] = nodesIn(table, 'functions');
      const call = first ? nodeIn(first, 'funcexpr') : null;
      const name = call ? around.function(numberIn(call, 'funcid'))?.name : undefined;
      const isOrdinality = first !== undefined && column > numberIn(first, 'funccolcount');
      return { ...UNKNOWN, notNull: isOrdinality || name === 'generate_series' };
    }
    case TABLES.cte:
      return columnOfCte(table, column, scope, around);
    default:
      return UNKNOWN;
  }
}

function columnOfCte(table: Node, column: number, inner: Scope, around: Surroundings): Known {
  let scope: Scope | null = inner;
  for (let level = numberIn(table, 'ctelevelsup'); level > 0; level -= 1) scope = scope?.outer ?? null;
  const cte =
    scope &&
    nodesIn(scope.query, 'cteList').find((one) => textIn(one, 'ctename') === textIn(table, 'ctename'));
  const query = cte ? nodeIn(cte, 'ctequery') : null;
  // What refers to itself would be read for ever.
  if (!query || textIn(cte ?? query, 'cterecursive') === 'true') return UNKNOWN;
  return columnsIn(query, around, scope)[column - 1] ?? UNKNOWN;
}

/** Of a set operation: a column is what both sides say. */
function columnsOfSet(node: Node, scope: Scope, around: Surroundings): Known[] {
  if (node.tag === 'RANGETBLREF') {
    const query = nodeIn(scope.tables[numberIn(node, 'rtindex') - 1] ?? node, 'subquery');
    return query ? columnsIn(query, around, scope) : [];
  }
  const [left, right] = ['larg', 'rarg'].map((field) => {
    const side = nodeIn(node, field);
    return side ? columnsOfSet(side, scope, around) : [];
  });
  return (left ?? []).map((one, index) => ({
    notNull: one.notNull && right?.[index]?.notNull === true,
    origin: null,
    told: null,
    values: valuesOf([one, right?.[index] ?? null]),
  }));
}

/**
 * The columns that a query gives: of a select its targets, of an insert, update or delete what it returns. Sound rather than
 * clever: a column is not null where the query cannot give one, and what is not understood may be null.
 * @param query a `QUERY` node
 */
export function columnsIn(query: Node, around: Surroundings, outer: Scope | null = null): QueryColumn[] {
  const scope = scopeOf(query, around, outer);
  const isSelect = numberIn(query, 'commandType') === 1;
  const operation = nodeIn(query, 'setOperations');
  const sets = operation ? columnsOfSet(operation, scope, around) : null;
  return nodesIn(query, isSelect ? 'targetList' : 'returningList')
    .filter((target) => textIn(target, 'resjunk') !== 'true')
    .map((target, index) => ({
      ...(sets ? (sets[index] ?? UNKNOWN) : knownOf(nodeIn(target, 'expr'), scope, around)),
      name: textIn(target, 'resname'),
    }));
}
