import {
  type Element,
  eitherOf,
  emptyJson,
  JSON_TYPES,
  type JsonShape,
  mergedObjects,
  objectWithout,
  textOf,
  typeOf,
} from './json-shape.ts';
import { isNode, listIn, type Node, nodeIn, nodesIn, numberIn, type Tree, textIn } from './node-tree.ts';
import {
  type Known,
  nullable,
  type QueryColumn,
  type Scope,
  type Surroundings,
  scopeOf,
  UNKNOWN,
} from './query-scope.ts';

const TABLES = { relation: 0, subquery: 1, join: 2, function: 3, values: 5, cte: 6, group: 9 };
const SUBLINKS = { exists: 0, expression: 4, array: 6 };

/** Functions that never give null. */
const TOTAL = new Set(
  [
    'now clock_timestamp statement_timestamp transaction_timestamp gen_random_uuid concat count row_number rank dense_rank',
    'jsonb_build_object json_build_object jsonb_build_array json_build_array pg_backend_pid',
  ].flatMap((names) => names.split(' ')),
);

/** Strict functions that give a value for values; a cast does too, unless it starts from json. */
const KEEPING = new Set(
  [
    'lower upper left right length char_length octet_length btrim ltrim rtrim replace md5 encode decode concat_ws to_json to_jsonb row_to_json',
    'date_trunc date_part extract floor ceil ceiling round abs cardinality jsonb_array_length mod power make_interval timezone',
    'to_char to_timestamp tstzrange int4range int8range jsonb_agg json_agg array_agg string_agg sum min max avg bool_or bool_and',
    'jsonb_object_agg lpad rpad hashtextextended pg_try_advisory_xact_lock pg_try_advisory_lock pg_advisory_unlock div isempty',
    'txid_current age starts_with format format_type',
  ].flatMap((names) => names.split(' ')),
);

/**
 * Of these the first argument alone decides whether there is a value: the separator, the pattern, the type.
 */
const FIRST_DECIDES = new Set(['concat_ws', 'format', 'format_type']);

/** Aggregates that keep what is null. */
const LISTS = new Set(['json_agg', 'jsonb_agg', 'array_agg', 'json_object_agg', 'jsonb_object_agg']);

/** Operators that look into something, and find nothing where it is not there. */
const LOOKING = new Set(['->', '->>', '#>', '#>>', '@?', '@@']);

function valuesOf(branches: readonly (Known | null)[]): readonly string[] | null {
  const values = branches.map((one) => one?.values ?? null);
  return values.every((one) => one !== null) ? [...new Set(values.flat())] : null;
}

/** Returns the facts known of an expression in its query. */
function knownOf(node: Node | null, scope: Scope, around: Surroundings): Known {
  if (!node) return UNKNOWN;
  const of = (one: Node | null) => knownOf(one, scope, around);
  const args = () => nodesIn(node, 'args').map((one) => of(one));
  const given = (notNull: boolean): Known => ({ ...UNKNOWN, notNull });
  const elements = (nodes: readonly Node[]) => nodes.map((one) => elementOf(one, scope, around));
  switch (node.tag) {
    case 'VAR':
      return columnOf(node, scope, around);
    case 'CONST': {
      const text = textOf(node);
      return {
        ...given(textIn(node, 'constisnull') === 'false'),
        values: text === null ? null : [text],
        json: emptyJson(node),
      };
    }
    case 'COALESCEEXPR': {
      const all = args();
      return {
        ...given(all.some(({ notNull }) => notNull)),
        values: valuesOf(all),
        json: jsonOf(elements(nodesIn(node, 'args'))),
      };
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
        json: jsonOf(elements(branches.filter((one) => one !== null).filter((one) => !isNullConstant(one)))),
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
    case 'COERCEVIAIO': {
      const { notNull, json } = of(nodeIn(node, 'arg'));
      return { ...given(notNull), json: JSON_TYPES.has(typeOf(node)) ? json : null };
    }
    case 'ARRAYCOERCEEXPR':
      return given(of(nodeIn(node, 'arg')).notNull);
    case 'OPEXPR': {
      const operator = around.operator(numberIn(node, 'opno'));
      const [left = null, right = null] = nodesIn(node, 'args');
      const all = args();
      return {
        ...given(!LOOKING.has(operator) && all.every(({ notNull }) => notNull)),
        json:
          operator === '||'
            ? mergedObjects(all[0]?.json ?? null, all[1]?.json ?? null)
            : operator === '-' && left && right
              ? objectWithout(elementOf(left, scope, around).shape, textOf(right))
              : null,
      };
    }
    case 'SCALARARRAYOPEXPR': {
      const [sought, list] = nodesIn(node, 'args');
      const items =
        list?.tag === 'ARRAYEXPR' ? nodesIn(list, 'elements') : list?.tag === 'CONST' ? [list] : null;
      return given(of(sought ?? null).notNull && items?.every((one) => of(one).notNull) === true);
    }
    case 'FUNCEXPR': {
      const isOfFirst = FIRST_DECIDES.has(around.function(numberIn(node, 'funcid'))?.name ?? '');
      const deciding = isOfFirst ? args().slice(0, 1) : args();
      const keeps = isKeeping(node, 'funcid', around) && deciding.every(({ notNull }) => notNull);
      const told = around.function(numberIn(node, 'funcid'))?.type ?? null;
      return {
        ...given(keeps || told !== null || isTotal(node, 'funcid', around)),
        told,
        json: builtJson(node, scope, around),
      };
    }
    case 'AGGREF': {
      // Of groups each has a row; a filter may leave none of it.
      const isOfGroup = nodesIn(scope.query, 'groupClause').length > 0 && nodeIn(node, 'aggfilter') === null;
      const shown = nodesIn(node, 'args').flatMap((one) => {
        const expression = textIn(one, 'resjunk') === 'true' ? null : nodeIn(one, 'expr');
        return expression ? elements([expression]) : [];
      });
      const name = around.function(numberIn(node, 'aggfnoid'))?.name ?? '';
      const keeps = LISTS.has(name) || shown.every(({ notNull }) => notNull);
      const [first, second] = shown;
      return {
        ...given(
          isTotal(node, 'aggfnoid', around) || (isOfGroup && keeps && isKeeping(node, 'aggfnoid', around)),
        ),
        json:
          first && /^jsonb?_agg$/.test(name)
            ? { kind: 'array', of: first }
            : second && /^jsonb?_object_agg$/.test(name)
              ? { kind: 'record', of: second }
              : null,
      };
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

/** An expression as a part of JSON. */
function elementOf(node: Node, scope: Scope, around: Surroundings): Element {
  const { notNull, json, origin, values, told } = knownOf(node, scope, around);
  return { notNull, shape: json ?? { kind: 'value', typeOid: typeOf(node), origin, values, told } };
}

/** The JSON shape of branches, when that is known of one at least. */
const jsonOf = (branches: readonly Element[]): JsonShape | null =>
  branches.some(({ shape }) => shape.kind !== 'value') ? eitherOf(branches.map(({ shape }) => shape)) : null;

/**
 * The JSON that a function builds: an object of names and values, a list of its arguments, or its argument as
 * it is.
 */
function builtJson(call: Node, scope: Scope, around: Surroundings): JsonShape | null {
  const given = nodesIn(call, 'args');
  switch (around.function(numberIn(call, 'funcid'))?.name.replace('jsonb', 'json')) {
    case 'json_build_object': {
      const names = given.filter((_one, index) => index % 2 === 0).map(textOf);
      if (names.includes(null)) return null;
      const values = given.filter((_one, index) => index % 2 === 1);
      return {
        kind: 'object',
        fields: values.map((one, index) => ({
          name: names[index] ?? '',
          value: elementOf(one, scope, around),
        })),
      };
    }
    case 'json_build_array':
      return { kind: 'tuple', of: given.map((one) => elementOf(one, scope, around)) };
    case 'to_json':
    case 'row_to_json':
      return given[0] ? elementOf(given[0], scope, around).shape : null;
    default:
      return null;
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
  const declared =
    column === 0 ? wholeRow(table, scope, around) : columnOfTable(table, column, scope, around);
  const known = { ...declared, values: scope.narrowed.get(`${number}.${column}`) ?? declared.values };
  if (scope.proven.has(`${number}.${column}`)) return { ...known, notNull: true };
  // A subtotal has null for what it is not grouped by.
  const isOfSubtotals = nodesIn(scope.query, 'groupingSets').length > 0;
  return isOfSubtotals || scope.missing.has(number) ? nullable(known) : known;
}

/** A row itself, as `to_jsonb(r)` sees it. */
function wholeRow(table: Node, scope: Scope, around: Surroundings): Known {
  const relation = numberIn(table, 'relid');
  const columns =
    numberIn(table, 'rtekind') === TABLES.relation
      ? around.columns(relation).map((one) => ({ ...around.column(relation, one.number), ...one }))
      : columnsOfQuery(table, scope, around);
  const names = listIn(nodeIn(table, 'eref') ?? table, 'colnames');
  const fields = columns.map(({ notNull, json, typeOid, origin, values, told }, index) => ({
    name: String(names[index]),
    value: { notNull, shape: json ?? ({ kind: 'value', typeOid, origin, values, told } as const) },
  }));
  return { ...UNKNOWN, notNull: true, json: fields.length === 0 ? null : { kind: 'object', fields } };
}

/** The columns of a subquery or of a named one (`with`). */
function columnsOfQuery(table: Node, scope: Scope, around: Surroundings): QueryColumn[] {
  if (numberIn(table, 'rtekind') === TABLES.cte) return columnsOfCte(table, scope, around);
  const query = nodeIn(table, 'subquery');
  return query ? columnsIn(query, around, scope) : [];
}

function columnOfTable(table: Node, column: number, scope: Scope, around: Surroundings): Known {
  switch (numberIn(table, 'rtekind')) {
    case TABLES.relation:
      // System columns (ctid, xmin) are always there.
      return column < 0 ? { ...UNKNOWN, notNull: true } : around.column(numberIn(table, 'relid'), column);
    case TABLES.subquery:
    case TABLES.cte:
      return columnsOfQuery(table, scope, around)[column - 1] ?? UNKNOWN;
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
      const row = call ? around.function(numberIn(call, 'funcid'))?.type : null;
      const told = row?.startsWith('{')
        ? fieldOf(row, listIn(nodeIn(table, 'eref') ?? table, 'colnames')[column - 1])
        : null;
      if (told) return { ...UNKNOWN, ...told };
      return { ...UNKNOWN, notNull: isOrdinality || name === 'generate_series' };
    }
    default:
      return UNKNOWN;
  }
}

/**
 * For a function whose comment declares its rows (`@type { id: string; note: string | null }`), one column.
 */
function fieldOf(row: string, name: Tree | undefined): Pick<Known, 'told' | 'notNull'> | null {
  const field = row
    .slice(1, -1)
    .split(';')
    .map((one) => one.trim())
    .find((one) => one.startsWith(`${name}: `));
  const type = field?.slice(`${name}: `.length);
  if (type === undefined) return null;
  return { told: type.replace(/ \| null$/, ''), notNull: !type.endsWith(' | null') };
}

function columnsOfCte(table: Node, inner: Scope, around: Surroundings): QueryColumn[] {
  let scope: Scope | null = inner;
  for (let level = numberIn(table, 'ctelevelsup'); level > 0; level -= 1) scope = scope?.outer ?? null;
  const cte =
    scope &&
    nodesIn(scope.query, 'cteList').find((one) => textIn(one, 'ctename') === textIn(table, 'ctename'));
  const query = cte ? nodeIn(cte, 'ctequery') : null;
  // A query that refers to itself would be read for ever.
  if (!query || textIn(cte ?? query, 'cterecursive') === 'true') return [];
  return columnsIn(query, around, scope);
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
    json: JSON.stringify(one.json) === JSON.stringify(right?.[index]?.json) ? one.json : null,
    values: valuesOf([one, right?.[index] ?? null]),
  }));
}

/**
 * The columns that a query gives: of a select its targets, of an insert, update or delete what it returns.
 * Sound rather than clever: a column is not null where the query cannot give one, and what is not understood
 * may be null.
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
      typeOid: typeOf(nodeIn(target, 'expr') ?? target),
    }));
}
