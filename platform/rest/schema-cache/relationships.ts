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
  /** Whether a view takes the place of one of the tables, or of both. */
  throughView: boolean;
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
  const resolve = (key: ForeignKey, throughView: boolean): Resolved[] => {
    const origin = tables.get(keyOf(key.originSchema, key.origin));
    const target = tables.get(keyOf(key.targetSchema, key.target));
    return origin && target ? [{ key, origin, target, throughView }] : [];
  };
  const own = keys.flatMap((key) => resolve(key, false));
  const views = viewsByTable(viewColumns);
  const ofViews = keys.flatMap((key) => keysOfViews(key, views)).flatMap((key) => resolve(key, true));
  const all = [...[...own, ...ofViews].flatMap(bothWays), ...junctions([...own, ...ofViews])].filter((one) =>
    tablesOf(one).every(({ schema }) => exposed.has(schema)),
  );
  return Map.groupBy(all, ({ origin }) => keyOf(origin.schema, origin.name));
}

/** The tables that a relationship names in a statement. */
const tablesOf = (one: KeyRelationship | JunctionRelationship): Table[] =>
  one.kind === 'junction' ? [one.origin, one.target, one.junction] : [one.origin, one.target];

/** A view has the primary key of a table whose key columns it shows. */
export function keyViews(tables: ReadonlyMap<string, Table>, viewColumns: ViewColumn[]): void {
  for (const [key, views] of viewsByTable(viewColumns)) {
    const primary = tables.get(key)?.primaryKey ?? [];
    for (const { schema, name, columns } of views) {
      const view = tables.get(keyOf(schema, name));
      if (view === undefined || view.primaryKey.length > 0 || primary.length === 0) continue;
      const shown = primary.flatMap((column) => columns.get(column) ?? []);
      if (shown.length === primary.length) view.primaryKey = shown;
    }
  }
}

interface View {
  schema: string;
  name: string;
  /** The table's column -> the view's. */
  columns: Map<string, string>;
}

function viewsByTable(viewColumns: ViewColumn[]): Map<string, View[]> {
  const byTable = Map.groupBy(viewColumns, ({ schema, table }) => keyOf(schema, table));
  const viewsOf = (columns: ViewColumn[]) =>
    [...Map.groupBy(columns, ({ viewSchema, view }) => keyOf(viewSchema, view)).values()].flatMap((own) =>
      own.slice(0, 1).map((one) => ({
        schema: one.viewSchema,
        name: one.view,
        columns: new Map(own.map(({ column, viewColumn }) => [column, viewColumn])),
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
  const asOrigin = (one: ForeignKey, { schema, name, columns }: View): ForeignKey => ({
    ...one,
    originSchema: schema,
    origin: name,
    columns: one.columns.map(([ours, theirs]) => [columns.get(ours) ?? ours, theirs]),
  });
  const asTarget = (one: ForeignKey, { schema, name, columns }: View): ForeignKey => ({
    ...one,
    targetSchema: schema,
    target: name,
    columns: one.columns.map(([ours, theirs]) => [ours, columns.get(theirs) ?? theirs]),
  });
  const origins = showing(key.originSchema, key.origin, 0).map((view) => asOrigin(key, view));
  const targets = showing(key.targetSchema, key.target, 1);
  return [...origins, ...[key, ...origins].flatMap((one) => targets.map((view) => asTarget(one, view)))];
}

function bothWays({ key, origin, target, throughView }: Resolved): KeyRelationship[] {
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
      throughView,
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
      throughView,
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
            throughView: first.throughView || second.throughView,
            constraints: [first.key.constraint, second.key.constraint],
            originColumns: first.key.columns.map(([ours, theirs]) => [theirs, ours]),
            targetColumns: second.key.columns.map(([ours, theirs]) => [theirs, ours]),
          }),
        ),
    );
  });
}
