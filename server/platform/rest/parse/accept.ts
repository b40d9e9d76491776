import { notAcceptable } from '../errors.ts';

/** The shape of a response's body. */
export interface Shape {
  kind: 'array' | 'object' | 'csv';
  stripNulls: boolean;
  contentType: string;
}

const json: Shape = { kind: 'array', stripNulls: false, contentType: 'application/json; charset=utf-8' };

function shapeOf(type: string, parameters: string): Shape | null {
  const stripNulls = /(^|;)\s*nulls=stripped\s*(;|$)/.test(parameters);
  const suffix = `${stripNulls ? '; nulls=stripped' : ''}; charset=utf-8`;
  switch (type) {
    case '*/*':
    case 'application/*':
    case 'application/json':
      return json;
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.object':
      return { kind: 'object', stripNulls, contentType: `application/vnd.pgrst.object+json${suffix}` };
    case 'application/vnd.pgrst.array+json':
    case 'application/vnd.pgrst.array':
      return { kind: 'array', stripNulls, contentType: `application/vnd.pgrst.array+json${suffix}` };
    case 'text/csv':
    case 'text/*':
      return { kind: 'csv', stripNulls: false, contentType: 'text/csv; charset=utf-8' };
    default:
      return null;
  }
}

/**
 * The best of the accepted types that we support, by weight and then by order.
 * @throws RestError PGRST107
 */
export function parseAccept(header: string | null): Shape {
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
    const shape = shapeOf(type, parameters);
    if (shape) return shape;
  }
  throw notAcceptable(ranges.map(({ type }) => type));
}
