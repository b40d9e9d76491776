/** The addresses of the product (spec, section 2), so that the server answers 404 to all others. `:name` stands for any one part. */
const PATHS: readonly string[] = [
  '/',
  '/auth',
  '/auth/callback',
  '/browse',
  '/streamer/:streamerId',
  '/book-session/:streamerId',
  '/forgot-password',
  '/reset-password',
  '/dashboard',
  ...under('/viewer-dashboard', 'bookings payments settings'),
  ...under(
    '/streamer-dashboard',
    'bookings calendar availability earnings statistics settings revenue-simulator',
  ),
  ...under(
    '/admin-dashboard',
    'users streamers sessions payments messages moderation content analytics system reports settings',
  ),
  '/conference/setup',
  '/conference/room/:roomId',
];

/** Pages of the page's own tests, in builds that have them. */
const DEVELOPMENT = ['/dev/ui', '/dev/room'];

function under(area: string, pages: string): string[] {
  return [area, ...pages.split(' ').map((page) => `${area}/${page}`)];
}

const PATTERNS = [...PATHS, ...DEVELOPMENT].map(
  (path) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`),
);

/** Whether the router has a page there. A slash at the end changes nothing. */
export const isKnownPath = (path: string): boolean => PATTERNS.some((pattern) => pattern.test(path));

/** What crawlers need not look at: behind the guard, or about one's own account. */
export const CLOSED_TO_CRAWLERS: readonly string[] = [
  '/auth',
  '/dashboard',
  '/viewer-dashboard',
  '/streamer-dashboard',
  '/admin-dashboard',
  '/conference',
  '/book-session',
  '/forgot-password',
  '/reset-password',
];
