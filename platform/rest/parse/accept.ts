import { notAcceptable } from '../errors.ts';

/** The shape of a response's body. */
export interface Shape {
  kind: 'array' | 'object' | 'csv' | 'geojson';
  stripNulls: boolean;
  contentType: string;
  /** The caller asked for the statement's plan instead of its result. */
  explain: Explain | null;
}

export interface Explain {
  format: 'json' | 'text';
  /** Of `EXPLAIN`, such as `analyze`. */
  options: readonly string[];
}

/** The shapes that an operator or the database decides on. */
export interface Offered {
  explain: boolean;
  /** Whether PostGIS is there to write GeoJSON. */
  geoJson: string | null;
}

const json: Shape = {
  kind: 'array',
  stripNulls: false,
  contentType: 'application/json; charset=utf-8',
  explain: null,
};

const EXPLAIN_OPTIONS = ['analyze', 'verbose', 'settings', 'buffers', 'wal'];

/**
 * `application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|verbose`, as supabase-js's
 * `explain` sends it.
 */
function planShape(format: Explain['format'], parameters: string, offered: Offered): Shape | null {
  const type = /(?:^|;)for="?([^";]*)/.exec(parameters)?.[1] ?? 'application/json';
  const of = shapeOf(type, '', { ...offered, explain: false });
  if (!offered.explain || of === null) return null;
  const asked = /(?:^|;)options=([a-z|]*)/.exec(parameters)?.[1]?.split('|') ?? [];
  const options = EXPLAIN_OPTIONS.filter((option) => asked.includes(option));
  const chosen = options.length === 0 ? '' : `; options=${options.join('|')}`;
  const contentType = `application/vnd.pgrst.plan+${format}; for="${type}"${chosen}; charset=utf-8`;
  return { ...of, contentType, explain: { format, options } };
}

function shapeOf(type: string, parameters: string, offered: Offered): Shape | null {
  const stripNulls = /(^|;)\s*nulls=stripped\s*(;|$)/.test(parameters);
  const suffix = `${stripNulls ? '; nulls=stripped' : ''}; charset=utf-8`;
  switch (type) {
    case '*/*':
    case 'application/*':
    case 'application/json':
      return json;
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.object':
      return {
        ...json,
        kind: 'object',
        stripNulls,
        contentType: `application/vnd.pgrst.object+json${suffix}`,
      };
    case 'application/vnd.pgrst.array+json':
    case 'application/vnd.pgrst.array':
      if (!stripNulls) return json;
      return { ...json, stripNulls, contentType: `application/vnd.pgrst.array+json${suffix}` };
    case 'text/csv':
    case 'text/*':
      return { ...json, kind: 'csv', contentType: 'text/csv; charset=utf-8' };
    case 'application/geo+json':
      if (offered.geoJson === null) return null;
      return { ...json, kind: 'geojson', contentType: 'application/geo+json; charset=utf-8' };
    case 'application/vnd.pgrst.plan':
    case 'application/vnd.pgrst.plan+text':
      return planShape('text', parameters, offered);
    case 'application/vnd.pgrst.plan+json':
      return planShape('json', parameters, offered);
    default:
      return null;
  }
}

/**
 * The best of the accepted types that we support, by weight and then by order.
 * @throws RestError PGRST107
 */
export function parseAccept(header: string | null, offered: Offered): Shape {
  if (header === null || header === '*/*' || header === 'application/json') return json;
  const ranges = header.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
    const weight = Number(
      /^q=([\d.]+)$/.exec(parameters.find((part) => part.startsWith('q=')) ?? '')?.[1] ?? 1,
    );
    return { type: type.toLowerCase(), parameters: parameters.join(';'), weight };
  });
  for (const { type, parameters } of ranges
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)) {
    const shape = shapeOf(type, parameters, offered);
    if (shape) return shape;
  }
  throw notAcceptable(ranges.map(({ type }) => type));
}
