import type pg from 'pg';
import { readCatalog } from './catalog.ts';
import type { Relation } from './model.ts';

/**
 * Which tables tell of their changes outside, and what runs at a change of the schema:
 * `readCatalog` does not read it.
 */
const AROUND = `select
  (select json_agg(format('%s on %s: %s', e.evtname, e.evtevent, e.evtfoid::regproc) order by e.evtname)
   from pg_event_trigger e) as event_triggers,
  (select json_agg(format('%s %s.%s', p.pubname, t.schemaname, t.tablename) order by 1)
   from pg_publication p left join pg_publication_tables t on t.pubname = p.pubname) as publications,
  (select json_agg(format('%s is owned by %s', d.objid::regclass, d.refobjid::regclass) order by d.objid::regclass::text)
   from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
   where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
     and s.relnamespace <> coalesce(to_regnamespace('jobs'), 0)) as owned_sequences`;

/** A day's partition is made while a server runs, and pg-boss keeps its own tables. */
const isMadeBySchema = ({ partition }: Relation) => partition.of === null || partition.bound === 'DEFAULT';

/**
 * All that the migrations made in a database, by name, so that two databases can be compared
 * whatever way each became what it is: nothing in it says in which order, or under which internal
 * number.
 */
async function schemaOf(pool: pg.Pool): Promise<Record<string, unknown>> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { schemas, ...rest } = await readCatalog(client);
    const { rows } = await client.query<Record<string, unknown>>(AROUND);
    const objects = schemas
      .filter(({ name }) => name !== 'jobs')
      .flatMap(({ tables, views, functions, types, sequences, ...schema }) => {
        const named = (kind: string, all: readonly { name: string }[]) =>
          all.map((one) => [`${kind} ${schema.name}.${one.name}`, one] as const);
        return [
          [`schema ${schema.name}`, schema] as const,
          ...named('table', tables.filter(isMadeBySchema)),
          ...named('view', views),
          ...functions.map((one) => [`function ${schema.name}.${one.name}(${one.signature})`, one] as const),
          ...named('type', types),
          ...named('sequence', sequences),
        ];
      });
    return withoutNumbers({ ...rest, ...rows[0], ...Object.fromEntries(objects) }) as Record<string, unknown>;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/**
 * Of the catalogue's numbers, and of columns the place, which another way to the same table leaves
 * another.
 */
const NUMBER = /^(?:number|\w*oid|source)$/i;

function withoutNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNumbers);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !NUMBER.test(key))
      .map(([key, one]) => [key, withoutNumbers(one)]),
  );
}

/**
 * One line for each path at which two values differ, with what is there in one and in the other.
 */
function differencesOf(path: string, one: unknown, other: unknown): string[] {
  const nested = (value: unknown) => value !== null && typeof value === 'object';
  if (nested(one) && nested(other)) {
    const [a, b] = [one, other] as [Record<string, unknown>, Record<string, unknown>];
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((key) =>
      differencesOf(`${path}${path === '' ? '' : ' > '}${key}`, a[key], b[key]),
    );
  }
  const text = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value));
  return text(one) === text(other) ? [] : [`${path}: ${text(one)} instead of ${text(other)}`];
}

/**
 * @returns what the first database has otherwise than the second, one line for each; nothing when
 *   their schemas are one
 */
export const schemaDifferences = async (one: pg.Pool, other: pg.Pool): Promise<string[]> =>
  differencesOf('', await schemaOf(one), await schemaOf(other));
