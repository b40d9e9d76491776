import type pg from 'pg';
import { typeToldIn } from './model.ts';
import { isNode, type Node, parseTree } from './node-tree.ts';
import { columnsIn } from './query-columns.ts';
import type { QueryColumn, Surroundings } from './query-scope.ts';

/** The one query in what Postgres keeps of a view's rule or a function's body. */
export function queryIn(tree: string): Node {
  let found = parseTree(tree);
  while (Array.isArray(found) && found.length === 1) found = found[0] ?? null;
  if (!isNode(found) || found.tag !== 'QUERY') throw new Error('a parse tree is not one query');
  return found;
}

/** Reads at once all that `columnsIn` asks of a database. */
export async function readSurroundings(client: pg.ClientBase): Promise<
  Surroundings & {
    /** The columns of a view in their order; null for another relation. */
    view(relation: number): readonly QueryColumn[] | null;
  }
> {
  const rows = async <T extends unknown[]>(text: string) =>
    (await client.query<T>({ text, rowMode: 'array' })).rows;
  const functions = new Map(
    (
      await rows<[string, string, boolean, string | null]>(
        "select oid::int8::text, proname::text, proisstrict, obj_description(oid, 'pg_proc') from pg_proc",
      )
    ).map(([oid, name, strict, comment]) => [
      Number(oid),
      { name, strict, type: typeToldIn(comment)?.type ?? null },
    ]),
  );
  const operators = new Map(
    (await rows<[string, string]>('select oid::int8::text, oprname::text from pg_operator')).map(
      ([oid, name]) => [Number(oid), name],
    ),
  );
  const attributes = Map.groupBy(
    await rows<[string, number, string, string, boolean]>(
      'select attrelid::int8::text, attnum, attname::text, atttypid::int8::text, attnotnull from pg_attribute where attnum > 0 and not attisdropped order by attrelid, attnum',
    ),
    ([relation]) => Number(relation),
  );
  const required = new Set(
    [...attributes.values()]
      .flat()
      .flatMap(([relation, number, , , notNull]) => (notNull ? [`${relation}.${number}`] : [])),
  );
  const rules = new Map(
    (
      await rows<[string, string]>(
        "select r.ev_class::int8::text, r.ev_action::text from pg_rewrite r join pg_class c on c.oid = r.ev_class where r.rulename = '_RETURN' and c.relnamespace <> 'pg_catalog'::regnamespace",
      )
    ).map(([oid, tree]) => [Number(oid), tree]),
  );
  const views = new Map<number, readonly QueryColumn[]>();
  const view = (relation: number): readonly QueryColumn[] | null => {
    const known = views.get(relation);
    if (known) return known;
    const rule = rules.get(relation);
    if (rule === undefined) return null;
    const columns = columnsIn(queryIn(rule), surroundings);
    views.set(relation, columns);
    return columns;
  };
  const surroundings: Surroundings = {
    column: (relation, column) =>
      view(relation)?.[column - 1] ?? {
        notNull: required.has(`${relation}.${column}`),
        origin: { relation, column },
        values: null,
        told: null,
        json: null,
      },
    columns: (relation) =>
      (attributes.get(relation) ?? []).map(([, number, name, type]) => ({
        name,
        number,
        typeOid: Number(type),
      })),
    function: (oid) => functions.get(oid) ?? null,
    operator: (oid) => operators.get(oid) ?? '',
  };
  return { ...surroundings, view };
}
