import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';

const exposed = [
  'Content-Range',
  'Content-Location',
  'Content-Profile',
  'Location',
  'Preference-Applied',
  'X-Total-Count',
  'Link',
  'Retry-After',
  'X-Supabase-Api-Version',
  'X-Request-Id',
  // For resumable uploads.
  'Upload-Offset',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Expires',
  'Tus-Resumable',
  'Tus-Version',
  'Tus-Extension',
  'Tus-Max-Size',
  'Tus-Complete',
];

const EXPOSED = exposed.join(',');

const preflight = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  exposeHeaders: exposed,
  maxAge: 3600,
});

/**
 * The browser may call the platform from any origin, as on a hosted project: access depends on keys
 * and tokens, never on cookies, so a foreign page gains nothing by calling. On Node's own server
 * the two headers are set directly on Node's response, because Hono's middleware rebuilds the
 * handler's response as a stream, which takes a third of the time of a REST request.
 */
export const platformCors: MiddlewareHandler<{ Bindings: Partial<HttpBindings> }> = (c, next) => {
  const outgoing = c.env?.outgoing;
  // For uploads, OPTIONS without that header is no preflight: the client asks which versions of the
  // tus protocol the server supports.
  const isPreflight = () =>
    c.req.header('access-control-request-method') !== undefined || !c.req.path.includes('/resumable');
  if ((c.req.method === 'OPTIONS' && isPreflight()) || outgoing === undefined) return preflight(c, next);
  outgoing.setHeader('Access-Control-Allow-Origin', '*');
  outgoing.setHeader('Access-Control-Expose-Headers', EXPOSED);
  return next();
};
