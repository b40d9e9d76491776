export interface Column {
  name: string;
  /**
   * As SQL text, such as `character varying(10)`; it comes from `format_type` and is safe to
   * interpolate.
   */
  type: string;
  /** Base type's name without length: `json`, `jsonb`, `tsvector`, … */
  baseType: string;
  /** SQL of the default, or null. */
  default: string | null;
  /** A composite type or an array, for which a JSON path needs `to_jsonb`. */
  structured: boolean;
}

export interface Table {
  schema: string;
  name: string;
  columns: Map<string, Column>;
  /** Functions of a row that are read as its columns -> the name of their result's type. */
  computed: Map<string, string>;
  /** Of a view, those of the tables whose columns it shows. */
  primaryKey: string[];
  /** False: a view. */
  isTable: boolean;
  /** What Postgres can do to its rows, whoever asks. */
  writable: { insert: boolean; update: boolean; delete: boolean };
}

export type Cardinality = 'many-to-one' | 'one-to-one' | 'one-to-many' | 'many-to-many';

interface Between {
  origin: Table;
  target: Table;
  toOne: boolean;
}

/** One foreign key, seen from either of its tables. */
export interface KeyRelationship extends Between {
  kind: 'key';
  cardinality: Exclude<Cardinality, 'many-to-many'>;
  constraint: string;
  /** Whether the origin's columns are the foreign key; otherwise the target's are. */
  holdsKey: boolean;
  /** Pairs of columns, the origin's first. */
  columns: [origin: string, target: string][];
}

export interface JunctionRelationship extends Between {
  kind: 'junction';
  cardinality: 'many-to-many';
  junction: Table;
  constraints: [origin: string, target: string];
  /** Pairs: the origin's column and the junction's; the target's and the junction's. */
  originColumns: [origin: string, junction: string][];
  targetColumns: [target: string, junction: string][];
}

/** A function of the origin's row that returns rows of the target. */
export interface ComputedRelationship extends Between {
  kind: 'computed';
  schema: string;
  name: string;
}

export type Relationship = KeyRelationship | JunctionRelationship | ComputedRelationship;

export interface Parameter {
  name: string;
  type: string;
  baseType: string;
  required: boolean;
  variadic: boolean;
}

export interface Routine {
  schema: string;
  name: string;
  parameters: Parameter[];
  /**
   * Whether the function returns nothing, one value, or a row with columns; `set` is whether it may
   * return several.
   */
  returns: 'void' | 'scalar' | 'row';
  set: boolean;
  /** The name of the returned type, such as `tsvector`. */
  baseType: string;
  /** The table whose row type is returned, when it is exposed. */
  table: Table | null;
  volatile: boolean;
}

/** All exposed objects of the database, as requests are planned by them; read from `pg_catalog`. */
export interface Catalog {
  /** Each keyed by `schema.name`. */
  tables: Map<string, Table>;
  relationships: Map<string, Relationship[]>;
  routines: Map<string, Routine[]>;
  /** Type names that a cast may use -> their SQL text. */
  types: Map<string, string>;
  /** PostGIS's function that makes a GeoJSON feature of a row, quoted; null without PostGIS. */
  geoJson: string | null;
}

export const keyOf = (schema: string, name: string) => `${schema}.${name}`;

/** The names of one schema among the keys of a map of the catalogue. */
export const namesIn = (schema: string, map: ReadonlyMap<string, unknown>): string[] =>
  [...map.keys()].flatMap((key) => (key.startsWith(`${schema}.`) ? [key.slice(schema.length + 1)] : []));
