import type { Shape } from '../parse/accept.ts';

/** How the rows `_t` of a statement become the body of the response. */
export type Content =
  | { kind: 'rows'; shape: Shape; geoJson: string | null }
  /** A function's single row, or its scalar under `pgrst_scalar`. */
  | { kind: 'row'; stripNulls: boolean }
  | { kind: 'scalar'; set: boolean; stripNulls: boolean }
  | { kind: 'nothing' };

const stripped = (sql: string, strip: boolean) => (strip ? `json_strip_nulls(${sql})` : sql);

function bodySql(content: Content): string {
  switch (content.kind) {
    case 'nothing':
      return 'null';
    case 'row':
      return `coalesce(${stripped('json_agg(_t)->0', content.stripNulls)}, 'null')::text`;
    case 'scalar': {
      const all = 'json_agg(_t.pgrst_scalar)';
      return content.set
        ? `coalesce(${stripped(all, content.stripNulls)}, '[]')::text`
        : `coalesce(${stripped(`${all}->0`, content.stripNulls)}, 'null')::text`;
    }
    case 'rows': {
      const { kind, stripNulls } = content.shape;
      if (kind === 'object') return `coalesce(${stripped('json_agg(_t)->0', stripNulls)}, 'null')::text`;
      if (kind === 'array') return `coalesce(${stripped('json_agg(_t)', stripNulls)}, '[]')::text`;
      if (kind === 'csv') return CSV;
      // PostGIS makes a feature of each row: its first geometry, and the other columns as
      // properties.
      return `json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(${content.geoJson}(_t)::json), '[]'))::text`;
    }
  }
}

/**
 * Postgres writes a record as a CSV line between parentheses; the header line is made of the first
 * row's keys.
 */
const CSV = `(select coalesce(string_agg(k, ','), '') from
    (select json_object_keys(row_to_json(h)) as k from (select * from pgrst_rows limit 1) h) a)
  || E'\\n' || coalesce(string_agg(substring(_t::text, 2, length(_t::text) - 2), E'\\n'), '')`;

export interface AnswerParts {
  /** The queries of the `with` clause, without the keyword. */
  ctes: string[];
  /** SQL of the rows. */
  rows: string;
  content: Content;
  /** SQL of the total number of rows, or null when no count was requested. */
  total: string | null;
  /** Further columns of the answer: name -> SQL. */
  more?: Readonly<Record<string, string>>;
}

/**
 * The statement's outermost select: one row, which is an `Answer`.
 * @param largest bytes of a body; a larger one is not sent by Postgres, and `too_large` is true
 */
export function answerSql(largest: number, { ctes, rows, content, total, more = {} }: AnswerParts): string {
  const columns = [
    `${total ?? 'null'}::bigint as total`,
    'count(*)::int as rows',
    `${bodySql(content)} as body`,
    ...Object.entries(more).map(([name, sql]) => `${sql} as ${name}`),
  ];
  const csv = content.kind === 'rows' && content.shape.kind === 'csv';
  const all = csv ? [...ctes, `pgrst_rows as (${rows})`] : ctes;
  const head = all.length === 0 ? '' : `with ${all.join(', ')} `;
  const answer = `select ${columns.join(', ')} from (${csv ? 'select * from pgrst_rows' : rows}) as _t`;
  if (content.kind === 'nothing') return head + answer;
  const names = ['total', 'rows', ...Object.keys(more)].join(', ');
  return `${head}select ${names}, octet_length(body) > ${largest} as too_large,
    case when octet_length(body) <= ${largest} then body end as body from (${answer}) as pgrst_answer`;
}

/** The settings by which a SQL function can change headers and status of the response. */
export const RESPONSE_SETTINGS = {
  headers: "nullif(current_setting('response.headers', true), '')",
  status: "nullif(current_setting('response.status', true), '')",
};
