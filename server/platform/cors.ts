import { cors } from 'hono/cors';

/**
 * The browser may call the platform from any origin, as on a hosted project: access rests on keys and tokens, never on
 * cookies, so a foreign page gains nothing by calling.
 */
export const platformCors = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  exposeHeaders: [
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
  ],
  maxAge: 3600,
});
