import type pg from 'pg';
import type { Row } from '#server/postgres/typed-query.ts';
import { type Catalog, keyOf, type Parameter, type Routine, type Table } from './catalog.ts';
import { keyViews, relate, throughViews } from './relationships.ts';

const TABLES = `
select n.nspname as schema, c.relname as name, c.relkind in ('r', 'p', 'f') as real,
  pg_relation_is_updatable(c.oid, true) as writable,
  coalesce((select array_agg(a.attname order by k.ord) from pg_index i,
    unnest(i.indkey) with ordinality k(num, ord), pg_attribute a
    where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid and a.attnum = k.num)::text[], '{}') as key,
  (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
     'baseType', coalesce(b.typname, t.typname),
     'structured', coalesce(b.typcategory, t.typcategory) in ('A', 'C'),
     'default', case when a.attidentity <> '' then format('nextval(%L)', pg_get_serial_sequence(
         quote_ident(n.nspname) || '.' || quote_ident(c.relname), a.attname))
       when a.attgenerated = '' then coalesce(pg_get_expr(d.adbin, d.adrelid), pg_get_expr(t.typdefaultbin, 0)) end) order by a.attnum)
   from pg_attribute a join pg_type t on t.oid = a.atttypid
     left join pg_type b on b.oid = nullif(t.typbasetype, 0)
     left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where not c.relispartition and (n.nspname = any($1) and c.relkind in ('r', 'p', 'v', 'm', 'f')
  or c.relkind in ('r', 'p') and n.nspname <> 'information_schema' and n.nspname !~ '^pg_')`;

const KEYS = `
select k.conname as constraint, ns.nspname as "originSchema", s.relname as origin, nt.nspname as "targetSchema",
  t.relname as target,
  (select coalesce(json_agg(json_build_array(a.attname, b.attname) order by ord), '[]') from unnest(k.conkey, k.confkey)
     with ordinality p(ours, theirs, ord), pg_attribute a, pg_attribute b
   where a.attrelid = k.conrelid and a.attnum = p.ours and b.attrelid = k.confrelid and b.attnum = p.theirs) as columns,
  exists (select from pg_index i where i.indrelid = k.conrelid and i.indisunique and i.indpred is null
    and i.indexprs is null
    and (select array_agg(x order by x) from unnest(i.indkey[0:i.indnkeyatts - 1]) x)
      = (select array_agg(x order by x) from unnest(k.conkey) x)) as "unique"
from pg_constraint k
  join pg_class s on s.oid = k.conrelid join pg_namespace ns on ns.oid = s.relnamespace
  join pg_class t on t.oid = k.confrelid join pg_namespace nt on nt.oid = t.relnamespace
where k.contype = 'f' and k.conparentid = 0
order by k.conname`;

/**
 * Only a view's stored query says from which table's column each of its columns comes
 * (`resorigtbl`). Number and name must both match a column of the view, since the subqueries of the
 * stored query have such entries too. Views of all schemas, since one may show the columns of
 * another.
 */
const VIEW_COLUMNS = `
select vn.nspname as "viewSchema", v.relname as view, va.attname as "viewColumn", tn.nspname as schema,
  t.relname as "table", ta.attname as column
from pg_rewrite r join pg_class v on v.oid = r.ev_class and v.relkind in ('v', 'm')
  join pg_namespace vn on vn.oid = v.relnamespace,
  regexp_matches(r.ev_action::text,
    ':resno (\\d+) :resname (\\S+) :ressortgroupref \\d+ :resorigtbl (\\d+) :resorigcol (\\d+)', 'g') as m
  join pg_class t on t.oid = m[3]::oid join pg_namespace tn on tn.oid = t.relnamespace
  join pg_attribute ta on ta.attrelid = t.oid and ta.attnum = m[4]::int,
  pg_attribute va
where vn.nspname <> 'information_schema' and vn.nspname !~ '^pg_'
  and va.attrelid = v.oid and va.attnum = m[1]::int and va.attname = m[2]`;

/**
 * A function with columns of its own (OUT, INOUT, TABLE) returns rows of them, also when it is one.
 * `character` and `bit` mean one character and one bit where no length is kept, as of parameters,
 * so their types of any length stand for them. A parameter without a name can be given only as the
 * whole body.
 */
const ROUTINES = `
select n.nspname as schema, p.proname as name, p.proretset as set, p.provolatile = 'v' as volatile,
  case when p.prorettype = 'void'::regtype then 'void'
    when r.typtype = 'c' or d.typtype = 'c' or coalesce(p.proargmodes && '{o,b,t}'::"char"[], false) then 'row' else 'scalar' end as returns,
  rn.nspname as "tableSchema", rc.relname as "table", p.prorows = 1 or not p.proretset as "toOne", r.typname as "baseType",
  coalesce((select json_agg(json_build_object('name', coalesce(p.proargnames[ord], ''), 'type', case a.typ when 'bit'::regtype then 'bit varying' when 'bit[]'::regtype then 'bit varying[]'
        when 'character'::regtype then 'character varying' when 'character[]'::regtype then 'character varying[]' else format_type(a.typ, null) end,
      'baseType', t.typname, 'variadic', coalesce(p.proargmodes[ord], 'i') = 'v',
      'tableSchema', an.nspname, 'table', ac.relname) order by ord)
    from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality a(typ, ord)
      join pg_type t on t.oid = a.typ left join pg_class ac on ac.oid = nullif(t.typrelid, 0)
      left join pg_namespace an on an.oid = ac.relnamespace
    where p.proargmodes is null or p.proargmodes[ord] in ('i', 'b', 'v')), '[]') as parameters,
  p.pronargdefaults as defaults
from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_type r on r.oid = p.prorettype
  left join pg_type d on d.oid = nullif(r.typbasetype, 0)
  left join pg_class rc on rc.oid = nullif(coalesce(d.typrelid, r.typrelid), 0) and rc.relkind <> 'c'
  left join pg_namespace rn on rn.oid = rc.relnamespace
where n.nspname = any($1) and p.prokind = 'f' and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
order by p.oid`;

/**
 * The type names that people write in a cast. `int` and similar names are part of the SQL grammar
 * and missing from `pg_type`.
 */
const TYPES = `
select alias as name, type from (values ('int', 'integer'), ('integer', 'integer'), ('bigint', 'bigint'),
  ('smallint', 'smallint'), ('decimal', 'numeric'), ('float', 'double precision'), ('real', 'real'),
  ('boolean', 'boolean'), ('double precision', 'double precision'), ('character varying', 'character varying'),
  ('char', 'character'), ('timestamp with time zone', 'timestamp with time zone'),
  ('timestamp without time zone', 'timestamp without time zone'),
  ('time with time zone', 'time with time zone')) as v(alias, type)
union all
select t.typname, format_type(t.oid, null) from pg_type t join pg_namespace n on n.oid = t.typnamespace
where (n.nspname = 'pg_catalog' or n.nspname = any($1)) and t.typtype in ('b', 'd', 'e', 'r', 'm') and t.typname <> 'char'`;

/**
 * PostGIS 3 and newer: `ST_AsGeoJSON(record, …)`, in whatever schema the extension was installed.
 */
const GEO_JSON = `
select format('%I.%I', n.nspname, p.proname) as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
where p.proname = 'st_asgeojson' and p.proargtypes[0] = 'record'::regtype limit 1`;

/**
 * Overloads in the order in which PostgREST names them: those with fewer parameters first, then by
 * their names and types.
 */
function byParameters(one: Routine, other: Routine): number {
  const words = ({ parameters }: Routine) => parameters.flatMap(({ name, type }) => [name, type]).join('\0');
  const [a, b] = [words(one), words(other)];
  return one.parameters.length - other.parameters.length || (a < b ? -1 : a > b ? 1 : 0);
}

/** Types that a body as a whole can be. */
const WHOLE_BODIES = new Set(['json', 'jsonb', 'text', 'xml', 'bytea']);

/**
 * A function whose parameters a request can give: by name, or the one that has none by the whole
 * body.
 */
const isCallable = (parameters: readonly Parameter[]): boolean =>
  parameters.every(
    ({ name, baseType }) => name !== '' || (parameters.length === 1 && WHOLE_BODIES.has(baseType)),
  );

const allows = ({ writable }: Row<typeof TABLES>, command: number) => ((writable ?? 0) & command) > 0;

function tableOf(row: Row<typeof TABLES>): Table {
  return {
    schema: row.schema,
    name: row.name,
    primaryKey: row.key,
    isTable: row.real,
    // The bits are those of Postgres's own commands: 4 updates, 8 inserts, 16 deletes.
    writable: { update: allows(row, 4), insert: allows(row, 8), delete: allows(row, 16) },
    computed: new Map(),
    columns: new Map((row.columns ?? []).map((column) => [column.name, column])),
  };
}

/**
 * Reads all objects of the exposed schemas, for all roles alike: Postgres checks the privileges at
 * each request.
 */
export async function readCatalog(pool: pg.Pool, schemas: readonly string[]): Promise<Catalog> {
  const client = await pool.connect();
  try {
    // One snapshot, so that the queries agree; an empty search path, so that Postgres writes each
    // type and default with its schema.
    await client.query("begin isolation level repeatable read read only; set local search_path = ''");
    const tableRows = (await client.query(TABLES, [schemas])).rows;
    const keys = (await client.query(KEYS)).rows;
    const viewColumns = throughViews((await client.query(VIEW_COLUMNS)).rows);
    const routineRows = (await client.query(ROUTINES, [schemas])).rows;
    const types = (await client.query(TYPES, [schemas])).rows;
    const geoJson = (await client.query(GEO_JSON)).rows[0]?.name ?? null;
    await client.query('commit');

    const tables = new Map(tableRows.map((row) => [keyOf(row.schema, row.name), tableOf(row)]));
    const find = (schema: string | null, name: string | null) =>
      schema === null || name === null ? null : (tables.get(keyOf(schema, name)) ?? null);
    keyViews(tables, viewColumns);
    const relationships = relate(tables, keys, viewColumns, new Set(schemas));
    const routines = new Map<string, Routine[]>();
    for (const row of routineRows) {
      const key = keyOf(row.schema, row.name);
      const table = find(row.tableSchema, row.table);
      const firstDefault = row.parameters.length - row.defaults;
      const parameters = row.parameters.map(({ name, type, baseType, variadic }, at) => {
        return { name, type, baseType, variadic, required: at < firstDefault && !variadic };
      });
      const { schema, name, returns, set, baseType, volatile } = row;
      if (isCallable(parameters))
        routines.set(key, [
          ...(routines.get(key) ?? []),
          { schema, name, parameters, returns, set, baseType, table, volatile },
        ]);
      const [only] = row.parameters;
      const origin = row.parameters.length === 1 && only ? find(only.tableSchema, only.table) : null;
      origin?.computed.set(name, baseType);
      if (origin !== null && table !== null) {
        const from = keyOf(origin.schema, origin.name);
        const computed = { kind: 'computed', origin, target: table, toOne: row.toOne, schema, name } as const;
        relationships.set(from, [computed, ...(relationships.get(from) ?? [])]);
      }
    }
    for (const overloads of routines.values()) overloads.sort(byParameters);
    return {
      tables,
      relationships,
      routines,
      types: new Map(types.map(({ name, type }) => [name, type])),
      geoJson,
    };
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
