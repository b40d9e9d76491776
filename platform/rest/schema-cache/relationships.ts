import {
  type JunctionRelationship,
  type KeyRelationship,
  keyOf,
  type Relationship,
  type Table,
} from './catalog.ts';

/**
 * A foreign key as `pg_catalog` describes it; `unique` when no two rows of its table refer to the
 * same row.
 */
export interface ForeignKey {
  constraint: string;
  originSchema: string;
  origin: string;
  targetSchema: string;
  target: string;
  columns: [origin: string, target: string][];
  unique: boolean;
}

/** A view's column that shows a table's column unchanged. */
export interface ViewColumn {
  viewSchema: string;
  view: string;
  viewColumn: string;
  schema: string;
  table: string;
  column: string;
}

interface Resolved {
  key: ForeignKey;
  origin: Table;
  target: Table;
}

/**
 * Both directions of every foreign key, the same for the views that show its columns, and
 * many-to-many through each table whose primary key holds two of them.
 */
export function relate(
  tables: Map<string, Table>,
  keys: ForeignKey[],
  viewColumns: ViewColumn[],
  exposed: ReadonlySet<string>,
): Map<string, Relationship[]> {
  const resolve = (key: ForeignKey): Resolved[] => {
    const origin = tables.get(keyOf(key.originSchema, key.origin));
    const target = tables.get(keyOf(key.targetSchema, key.target));
    return origin && target ? [{ key, origin, target }] : [];
  };
  const views = viewsByTable(viewColumns);
  const resolved = keys.flatMap((key) => [key, ...keysOfViews(key, views)]).flatMap(resolve);
  const all = [...resolved.flatMap(bothWays), ...junctions(resolved)];
  // A table whose only way leads through what is not exposed is known all the same: nothing else is
  // suggested in its place.
  const reaching = all.filter(({ target }) => exposed.has(target.schema));
  const isExposed = (one: KeyRelationship | JunctionRelationship) =>
    tablesOf(one).every(({ schema }) => exposed.has(schema));
  const grouped = Map.groupBy(reaching, ({ origin }) => keyOf(origin.schema, origin.name));
  return new Map([...grouped].map(([origin, list]) => [origin, list.filter(isExposed)]));
}

/** The tables that a relationship names in a statement. */
const tablesOf = (one: KeyRelationship | JunctionRelationship): Table[] =>
  one.kind === 'junction' ? [one.origin, one.target, one.junction] : [one.origin, one.target];

/** A view has the primary keys of the tables whose key columns it shows, in its own order. */
export function keyViews(tables: ReadonlyMap<string, Table>, viewColumns: ViewColumn[]): void {
  for (const [key, views] of viewsByTable(viewColumns)) {
    const source = tables.get(key);
    if (!source?.isTable) continue;
    for (const { schema, name, columns } of views) {
      const view = tables.get(keyOf(schema, name));
      const shown = source.primaryKey.flatMap((column) => columns.get(column)?.slice(0, 1) ?? []);
      if (view === undefined || shown.length < source.primaryKey.length) continue;
      const keys = new Set([...view.primaryKey, ...shown]);
      view.primaryKey = [...view.columns.keys()].filter((column) => keys.has(column));
    }
  }
}

/**
 * The columns of views with those that they show of other views, down to the tables.
 * @param rows of all views, exposed or not
 */
export function throughViews(rows: readonly ViewColumn[]): ViewColumn[] {
  const byView = Map.groupBy(rows, ({ viewSchema, view }) => keyOf(viewSchema, view));
  const down = (row: ViewColumn, passed: ReadonlySet<string>): ViewColumn[] => {
    const key = keyOf(row.schema, row.table);
    // A view may be defined by itself.
    if (passed.has(key)) return [];
    const beneath = (byView.get(key) ?? []).filter(({ viewColumn }) => viewColumn === row.column);
    const further = beneath.flatMap((next) => down(next, new Set([...passed, key])));
    return [row, ...further.map(({ schema, table, column }) => ({ ...row, schema, table, column }))];
  };
  return rows.flatMap((row) => down(row, new Set()));
}

interface View {
  schema: string;
  name: string;
  /** The table's column -> those of the view that show it. */
  columns: Map<string, string[]>;
}

function viewsByTable(viewColumns: ViewColumn[]): Map<string, View[]> {
  const byTable = Map.groupBy(viewColumns, ({ schema, table }) => keyOf(schema, table));
  const viewsOf = (columns: ViewColumn[]) =>
    [...Map.groupBy(columns, ({ viewSchema, view }) => keyOf(viewSchema, view)).values()].flatMap((own) =>
      own.slice(0, 1).map((one) => ({
        schema: one.viewSchema,
        name: one.view,
        columns: new Map(
          [...Map.groupBy(own, ({ column }) => column)].map(([column, shown]) => [
            column,
            [...new Set(shown.map(({ viewColumn }) => viewColumn))],
          ]),
        ),
      })),
    );
  return new Map([...byTable].map(([table, columns]) => [table, viewsOf(columns)]));
}

/** The same foreign key for the views of its table, of the table that it refers to, or of both. */
function keysOfViews(key: ForeignKey, views: Map<string, View[]>): ForeignKey[] {
  const showing = (schema: string, table: string, side: 0 | 1) =>
    (views.get(keyOf(schema, table)) ?? []).filter(({ columns }) =>
      key.columns.every((pair) => columns.has(pair[side])),
    );
  const asOrigin = (one: ForeignKey, view: View): ForeignKey[] =>
    shownPairs(one.columns, view, 0).map((columns) => {
      return { ...one, originSchema: view.schema, origin: view.name, columns };
    });
  const asTarget = (one: ForeignKey, view: View): ForeignKey[] =>
    shownPairs(one.columns, view, 1).map((columns) => {
      return { ...one, targetSchema: view.schema, target: view.name, columns };
    });
  const origins = showing(key.originSchema, key.origin, 0).flatMap((view) => asOrigin(key, view));
  const targets = showing(key.targetSchema, key.target, 1);
  return [...origins, ...[key, ...origins].flatMap((one) => targets.flatMap((view) => asTarget(one, view)))];
}

/** A key's pairs with the view's columns on one side, once for each way in which it shows them. */
function shownPairs(pairs: ForeignKey['columns'], { columns }: View, side: 0 | 1): ForeignKey['columns'][] {
  let made: ForeignKey['columns'][] = [[]];
  for (const [ours, theirs] of pairs) {
    const shown = columns.get(side === 0 ? ours : theirs) ?? [];
    made = made.flatMap((list) =>
      shown.map(
        (column) => [...list, side === 0 ? [column, theirs] : [ours, column]] as ForeignKey['columns'],
      ),
    );
  }
  return made;
}

function bothWays({ key, origin, target }: Resolved): KeyRelationship[] {
  const { constraint, columns, unique } = key;
  const back = columns.map(([ours, theirs]): [string, string] => [theirs, ours]);
  return [
    {
      kind: 'key',
      origin,
      target,
      constraint,
      columns,
      holdsKey: true,
      toOne: true,
      cardinality: unique ? 'one-to-one' : 'many-to-one',
    },
    {
      kind: 'key',
      origin: target,
      target: origin,
      constraint,
      columns: back,
      holdsKey: false,
      toOne: unique,
      cardinality: unique ? 'one-to-one' : 'one-to-many',
    },
  ];
}

function junctions(keys: Resolved[]): JunctionRelationship[] {
  const byTable = Map.groupBy(keys, ({ origin }) => origin);
  return [...byTable].flatMap(([junction, own]) => {
    // PostgREST's rule: both foreign keys are part of the junction's primary key.
    const inKey = own.filter(({ key }) =>
      key.columns.every(([column]) => junction.primaryKey.includes(column)),
    );
    return inKey.flatMap((first) =>
      inKey
        // The same key with a view as its target leads nowhere else.
        .filter((second) => second.key.constraint !== first.key.constraint)
        .map(
          (second): JunctionRelationship => ({
            kind: 'junction',
            cardinality: 'many-to-many',
            origin: first.target,
            target: second.target,
            toOne: false,
            junction,
            constraints: [first.key.constraint, second.key.constraint],
            originColumns: first.key.columns.map(([ours, theirs]) => [theirs, ours]),
            targetColumns: second.key.columns.map(([ours, theirs]) => [theirs, ours]),
          }),
        ),
    );
  });
}
