import type { Context } from 'hono';
import { invalid } from './errors.ts';

export interface Page {
  page: number;
  perPage: number;
}

const DEFAULT_SIZE = 50;
/** A hosted project has no limit; a thousand rows fit into one answer. */
const LARGEST = 1000;
const LAST = 1_000_000_000;

function whole(name: string, given: string | undefined, fallback: number): number {
  if (given === undefined || given === '') return fallback;
  const value = Number(given);
  if (!/^\d+$/.test(given) || value > LAST) {
    throw invalid(`Bad Pagination Parameters: ${name}: parsing "${given}": invalid syntax`);
  }
  return value === 0 ? fallback : value;
}

/** @throws AuthError 400 validation_failed */
export function parsePage(c: Context): Page {
  return {
    page: whole('page', c.req.query('page'), 1),
    perPage: Math.min(whole('per_page', c.req.query('per_page'), DEFAULT_SIZE), LARGEST),
  };
}

export const offsetOf = ({ page, perPage }: Page) => (page - 1) * perPage;

/**
 * Tells where the other pages are. `page` comes first in each address: auth-js reads the number
 * behind the first `=`.
 */
export function setPageHeaders(c: Context, { page, perPage }: Page, total: number): void {
  const last = Math.max(1, Math.ceil(total / perPage));
  const link = (target: number, rel: string) => {
    const query = new URLSearchParams(c.req.query());
    query.delete('page');
    query.set('per_page', String(perPage));
    return `<${c.req.path}?page=${target}&${query}>; rel="${rel}"`;
  };
  c.header('X-Total-Count', String(total));
  c.header('Link', [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', '));
}
