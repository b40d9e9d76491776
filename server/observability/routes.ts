import type { Context } from 'hono';
import { routePath } from 'hono/route';

/**
 * Far more patterns than Loge has: one that is made of what was asked would be a mistake, and must
 * not fill the memory.
 */
const MOST_ROUTES = 400;
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const COMMANDS = '/functions/v1/';

export interface Routes {
  /**
   * The pattern of the route that answered, such as `/rest/v1/:table`, or the command's own name.
   * Call it after the answer.
   */
  routeOf(c: Context): string;
  methodOf(c: Context): string;
}

/**
 * Names requests by what is served, never by what was asked: paths hold names of people, and
 * anybody who asks for a million paths would make a million names.
 * @param commands the names of all commands
 */
export function nameRoutes(commands: Iterable<string>): Routes {
  const known = new Set(commands);
  const seen = new Set<string>();
  return {
    routeOf(c) {
      const { path } = c.req;
      if (path.startsWith(COMMANDS) && known.has(path.slice(COMMANDS.length))) return path;
      const route = routePath(c);
      if (!seen.has(route) && seen.size >= MOST_ROUTES) return 'other';
      seen.add(route);
      return route;
    },
    methodOf: ({ req }) => (METHODS.has(req.method) ? req.method : 'other'),
  };
}
