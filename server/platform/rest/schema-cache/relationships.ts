import {
  type JunctionRelationship,
  type KeyRelationship,
  keyOf,
  type Relationship,
  type Table,
} from './catalog.ts';

/** A foreign key as the catalogue tells it; `unique` when no two rows of its table refer to the same row. */
export interface ForeignKey {
  constraint: string;
  originSchema: string;
  origin: string;
  targetSchema: string;
  target: string;
  columns: [origin: string, target: string][];
  unique: boolean;
}

interface Resolved {
  key: ForeignKey;
  origin: Table;
  target: Table;
}

/** Both directions of every foreign key, and many-to-many through each table whose primary key holds two of them. */
export function relate(tables: Map<string, Table>, keys: ForeignKey[]): Map<string, Relationship[]> {
  const resolved = keys.flatMap((key): Resolved[] => {
    const origin = tables.get(keyOf(key.originSchema, key.origin));
    const target = tables.get(keyOf(key.targetSchema, key.target));
    return origin && target ? [{ key, origin, target }] : [];
  });
  const all = [...resolved.flatMap(bothWays), ...junctions(resolved)];
  return Map.groupBy(all, ({ origin }) => keyOf(origin.schema, origin.name));
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
        .filter((second) => second !== first)
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
