import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/**
 * A header of a request, or null. Of Node's own request, which has parsed it already: the web's
 * `Headers` are made again for each request that is asked for one, which takes a tenth of the time
 * of a read.
 * @param name in lower case
 */
export function sentHeader({ env, req }: Pick<Context, 'env' | 'req'>, name: string): string | null {
  const { incoming } = (env ?? {}) as Partial<HttpBindings>;
  if (incoming === undefined) return req.raw.headers.get(name);
  const value = incoming.headers[name];
  return typeof value === 'string' ? value : null;
}
