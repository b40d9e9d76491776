import type { Element, JsonShape } from './json-shape.ts';
import { type Catalog, type Column, type Relation, type TypeObject, typeToldIn } from './model.ts';

/** How a value looks in TypeScript: over rest (JSON), and through node-postgres. */
export interface Pair {
  json: string;
  pg: string;
}

const same = (name: string): Pair => ({ json: name, pg: name });

/**
 * Built-in types by their fixed oids (src/include/catalog/pg_type.dat). All others are text to
 * both.
 */
const builtins = new Map<number, Pair>([
  [16, same('boolean')],
  [21, same('number')],
  [23, same('number')],
  [26, same('number')],
  [700, same('number')],
  [701, same('number')],
  // JSON carries these as numbers, exact up to 2^53; node-postgres as text, exact always.
  [20, { json: 'number', pg: 'Int8' }],
  [1700, { json: 'number', pg: 'Numeric' }],
  [17, { json: 'string', pg: 'Buffer' }],
  [1184, { json: 'string', pg: 'Timestamp' }],
  [1114, { json: 'string', pg: 'Timestamp' }],
  [1082, { json: 'string', pg: 'Timestamp' }],
  [1186, { json: 'string', pg: 'Interval' }],
  [114, { json: 'Json', pg: 'JsonColumn' }],
  [3802, { json: 'Json', pg: 'JsonColumn' }],
  [2278, same('undefined')],
]);

/** Array types by oid, with their element's. */
const arrays = new Map<number, number>([
  [1000, 16],
  [1005, 21],
  [1007, 23],
  [1016, 20],
  [1021, 700],
  [1022, 701],
  [1231, 1700],
  [1009, 25],
  [1015, 1043],
  [2951, 2950],
  [1185, 1184],
  [199, 114],
  [3807, 3802],
]);

const TEXT = 25;
/** node-postgres writes an array of names, and does not read one. */
const ARRAY_OF_NAMES = 1003;

/** The types that node-postgres reads inside an array: the select side of the column types. */
const selected: Record<string, string> = {
  Int8: 'string',
  Numeric: 'string',
  Timestamp: 'Date',
  JsonColumn: 'Json',
  Interval: 'unknown',
};

/**
 * The types that node-postgres takes: json is an object or its text, for it makes an SQL array of a
 * JavaScript one.
 */
const parameters: Record<string, string> = {
  Int8: 'string | number | bigint',
  Numeric: 'string | number',
  Timestamp: 'Date | string',
  Interval: 'string',
  JsonColumn: 'string | JsonObject',
  undefined: 'null',
};

export const pascal = (name: string) =>
  name.replace(/(?:^|[^a-zA-Z0-9]+)([a-zA-Z0-9])/g, (_whole, first: string) => first.toUpperCase());

/** `public` needs no prefix: its names are what people say. */
export const typeName = (schema: string, name: string) =>
  (schema === 'public' ? '' : pascal(schema)) + pascal(name);

const jsonPair = (type: string): Pair => ({ json: type, pg: `JsonColumn<${type}>` });

const bracketed = (type: string) => (/^\w+$/.test(type) ? type : `(${type})`);

export interface TypeResolver {
  resolve(oid: number): Pair;
  /** The type of a column, narrowed where a check constraint lists its values. */
  column(relation: Relation, column: Column): Pair;
  /**
   * The type that node-postgres reads of a value: of a column handed on, with that column's
   * declared type.
   */
  selected(oid: number, origin: { relation: number; column: number } | null): string;
  /** JSON that a query builds. */
  json(shape: JsonShape): string;
  /** The type that node-postgres takes for a parameter. */
  parameter(oid: number): string;
  /** The row type of a table or view, when the oid is one's. */
  relation(oid: number): Relation | null;
}

/**
 * `CHECK (role = ANY (ARRAY['viewer'::text, …]))`, also beside other conditions that must hold: a
 * list of values is a type.
 */
const VALUES =
  /(?:^CHECK \(|AND )\(?(\w+) = ANY \(\(?ARRAY\[((?:'(?:[^']|'')*'::[a-z ]+(?:, )?)+)\](?:::text\[\])?\)?\)/;

const unionOf = (values: readonly string[]) => values.map((value) => JSON.stringify(value)).join(' | ');

function valuesOf({ constraints }: Relation, { name }: Column): string | null {
  for (const { definition } of constraints) {
    const match = / OR /.test(definition) ? null : VALUES.exec(definition);
    if (match?.[1] !== name) continue;
    const values = [...(match[2] ?? '').matchAll(/'((?:[^']|'')*)'::/g)].map(([, value = '']) =>
      value.replaceAll("''", "'"),
    );
    return unionOf(values);
  }
  return null;
}

const property = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));

export function createResolver(catalog: Catalog): TypeResolver {
  const made = new Map<number, { schema: string; type: TypeObject }>();
  const madeArrays = new Map<number, TypeObject>();
  const relations = new Map<number, Relation>();
  const byOid = new Map<number, Relation>();
  for (const schema of catalog.schemas) {
    for (const type of schema.types) {
      made.set(type.oid, { schema: schema.name, type });
      madeArrays.set(type.arrayOid, type);
    }
    for (const relation of [...schema.tables, ...schema.views]) {
      relations.set(relation.rowTypeOid, relation);
      byOid.set(relation.oid, relation);
    }
  }
  const resolve = (oid: number): Pair => {
    const builtin = builtins.get(oid);
    if (builtin) return builtin;
    const element = arrays.get(oid);
    if (element !== undefined) {
      const { json, pg } = resolve(element);
      return { json: `${json}[]`, pg: `${selected[pg] ?? pg}[]` };
    }
    const ownElement = madeArrays.get(oid);
    // node-postgres has no parser for arrays of our own types, and hands over their text.
    if (ownElement) return { json: `${resolve(ownElement.oid).json}[]`, pg: 'string' };
    const own = made.get(oid);
    if (own?.type.kind === 'enum') return same(typeName(own.schema, own.type.name));
    if (own?.type.kind === 'domain') return resolve(own.type.baseOid);
    if (own?.type.kind === 'composite') {
      const fields = own.type.attributes.map((one) => `${one.name}: ${resolve(one.typeOid).json} | null`);
      // node-postgres hands a composite over as its text form.
      return { json: `{ ${fields.join('; ')} }`, pg: 'string' };
    }
    return same('string');
  };
  /** The column of a table that a view's column hands on. */
  const declaredIn = (relation: Relation, column: Column) => {
    const origin = column.source?.origin;
    const table = origin ? byOid.get(origin.relation) : undefined;
    const declared = table?.columns.find(({ number }) => number === origin?.column);
    return table && declared ? { relation: table, column: declared } : { relation, column };
  };
  return {
    resolve,
    column(relation, column) {
      const built = column.source?.json;
      if (built) return jsonPair(this.json(built));
      const { relation: table, column: declared } = declaredIn(relation, column);
      const named = column.source?.values;
      const values = named ? unionOf(named) : valuesOf(table, declared);
      if (values !== null) return same(values);
      const told = typeToldIn(declared.comment)?.type;
      const own = resolve(column.typeOid);
      if (told === undefined) return own;
      return own.json === 'Json' ? jsonPair(told) : same(told);
    },
    selected(oid, origin) {
      const table = origin ? byOid.get(origin.relation) : undefined;
      const column = table?.columns.find(({ number }) => number === origin?.column);
      const { pg } = table && column ? this.column(table, column) : resolve(oid);
      return selected[pg] ?? /^JsonColumn<(.*)>$/.exec(pg)?.[1] ?? pg;
    },
    json(shape) {
      const element = ({ shape: of, notNull }: Element) => `${this.json(of)}${notNull ? '' : ' | null'}`;
      switch (shape.kind) {
        case 'object':
          return shape.fields.length === 0
            ? 'Record<string, never>'
            : `{ ${shape.fields.map(({ name, value }) => `${property(name)}: ${element(value)}`).join('; ')} }`;
        case 'array':
          return shape.of === null ? 'never[]' : `${bracketed(element(shape.of))}[]`;
        case 'tuple':
          return `[${shape.of.map(element).join(', ')}]`;
        case 'record':
          return `Record<string, ${element(shape.of)}>`;
        case 'either':
          return shape.of.map((one) => this.json(one)).join(' | ');
        case 'value': {
          const { told, values, origin, typeOid } = shape;
          if (told !== null || values) return told ?? unionOf(values ?? []);
          const table = origin ? byOid.get(origin.relation) : undefined;
          const column = table?.columns.find(({ number }) => number === origin?.column);
          return (table && column ? this.column(table, column) : resolve(typeOid)).json;
        }
      }
    },
    parameter(oid) {
      const element = oid === ARRAY_OF_NAMES ? TEXT : (arrays.get(oid) ?? madeArrays.get(oid)?.oid);
      const { pg } = resolve(element ?? oid);
      const one = parameters[pg] ?? pg;
      return element === undefined ? `${one} | null` : `readonly (${one} | null)[] | null`;
    },
    relation: (oid) => relations.get(oid) ?? null,
  };
}
