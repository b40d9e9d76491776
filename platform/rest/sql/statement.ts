import { queryError } from '../errors.ts';
import type { Catalog } from '../schema-cache/catalog.ts';

/** The longest name Postgres keeps whole, in bytes. */
const LONGEST_NAME = 63;

/**
 * Quotes an identifier.
 * @throws RestError for an empty name or a NUL, which Postgres does not allow
 */
export function ident(name: string): string {
  if (name.includes('\0') || name === '') throw queryError('invalid name', 'a name is empty or holds a NUL');
  return `"${name.replaceAll('"', '""')}"`;
}

/** The name of an output column. Postgres would silently cut a longer alias. */
export function outputName(name: string): string {
  if (Buffer.byteLength(name) > LONGEST_NAME)
    throw queryError('name too long', 'a name has more than 63 bytes');
  return ident(name);
}

export const qualified = ({ schema, name }: { schema: string; name: string }) =>
  `${ident(schema)}.${ident(name)}`;

/** Collects the values of a statement while the callers write its text. */
export class Statement {
  readonly values: unknown[] = [];
  readonly catalog: Catalog;

  constructor(catalog: Catalog) {
    this.catalog = catalog;
  }

  /**
   * A value's placeholder. Without a cast Postgres infers the type from the surrounding expression.
   */
  value(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/** The only row that a statement returns; `body` is the response body, already as text. */
export interface Answer {
  /** Rows that the filters matched, when a count was asked for. */
  total: string | null;
  /** Rows in the body. */
  rows: number;
  /** Rows that were written, where that number can differ from `rows`. */
  affected?: number;
  body: string | null;
  /** Whether the body has more bytes than an answer may have, and was left out. */
  too_large?: boolean | null;
  /** Key and value of the inserted row's primary key. */
  location?: [string, string | null][] | null;
  inserted?: number | null;
  headers?: string | null;
  status?: string | null;
}
