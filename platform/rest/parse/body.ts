import { invalidBody, unreadableType } from '../errors.ts';

/** A body as it is sent to Postgres: JSON text, and the keys of the columns that are written. */
export interface Payload {
  json: string;
  /** Whether the JSON is one object, not an array of them. */
  single: boolean;
  keys: string[];
}

/**
 * Reads the body of a write: JSON, CSV with a header line (`NULL` is null), or a form.
 * @param columns the `columns` parameter; it replaces the objects' own keys
 * @throws RestError PGRST102
 */
export function parsePayload(text: string, contentType: string | null, columns: string[] | null): Payload {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() || 'application/json';
  switch (type) {
    case 'application/json':
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.array+json':
      return fromJson(text, columns);
    case 'text/csv':
      return fromCsv(text, columns);
    case 'application/x-www-form-urlencoded': {
      const object = Object.fromEntries(new URLSearchParams(text));
      return { json: JSON.stringify(object), single: true, keys: columns ?? Object.keys(object) };
    }
    default:
      throw unreadableType(type);
  }
}

function fromJson(text: string, columns: string[] | null): Payload {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalidBody('Empty or invalid json');
  }
  if (Array.isArray(value)) {
    if (!value.every(isObject)) throw invalidBody('All object keys must match');
    return { json: text, single: false, keys: columns ?? keysOfAll(value) };
  }
  if (!isObject(value)) throw invalidBody('Empty or invalid json');
  return { json: text, single: true, keys: columns ?? Object.keys(value) };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function fromCsv(text: string, columns: string[] | null): Payload {
  const rows = csvRows(text);
  return { json: JSON.stringify(rows), single: false, keys: columns ?? keysOfAll(rows) };
}

/** The keys of the rows, which must be the same in all. */
function keysOfAll(rows: readonly Record<string, unknown>[]): string[] {
  const keys = Object.keys(rows[0] ?? {});
  const known = new Set(keys);
  const same = rows.every((row) => {
    const own = Object.keys(row);
    return own.length === keys.length && own.every((key) => known.has(key));
  });
  if (!same) throw invalidBody('All object keys must match');
  return keys;
}

/** RFC 4180, `\n` or `\r\n`. @throws RestError PGRST102, also for an unclosed quote */
function csvRows(text: string): Record<string, unknown>[] {
  const lines: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^,"\r\n]*))(,|\r?\n|$)/y;
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    if (!found) throw invalidBody('Invalid CSV');
    const [, quoted, bare = '', end] = found;
    lines.at(-1)?.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end !== ',' && cell.lastIndex < text.length) lines.push([]);
    else if (end === ',' && cell.lastIndex === text.length) lines.at(-1)?.push('');
  }
  const [header = [], ...rows] = lines;
  if (header.length === 0) throw invalidBody('Invalid CSV');
  return rows.map((row) => {
    if (row.length !== header.length) throw invalidBody('All lines must have same number of fields');
    return Object.fromEntries(header.map((name, at) => [name, row[at] === 'NULL' ? null : row[at]]));
  });
}
