import type { Role } from '#domain/account/roles.ts';

/** Every route of the spec's section 2, by who it opens for. */
export const publicRoutes = [
  '/',
  '/auth',
  '/auth?mode=signup',
  '/auth/callback',
  '/browse',
  '/streamer/00000000-0000-4000-8000-000000000000',
  '/book-session/00000000-0000-4000-8000-000000000000',
  '/forgot-password',
  '/reset-password',
  '/nulle-part',
] as const;

const under = (dashboard: string, pages: string) => [
  dashboard,
  ...pages.split(' ').map((page) => `${dashboard}/${page}`),
];

export const viewerRoutes = under('/viewer-dashboard', 'bookings payments settings');
export const streamerRoutes = under(
  '/streamer-dashboard',
  'bookings calendar availability earnings statistics settings revenue-simulator',
);
export const adminRoutes = under(
  '/admin-dashboard',
  'users streamers sessions payments messages moderation content analytics system reports settings',
);
export const conferenceRoutes = ['/conference/setup', '/conference/room/une-loge'];

/** What opens for somebody of this role beside the public pages (section 6). */
export const routesOf: Readonly<Record<Role, readonly string[]>> = {
  viewer: [...viewerRoutes, ...conferenceRoutes],
  streamer: [...streamerRoutes, ...conferenceRoutes],
  admin: [...adminRoutes, ...viewerRoutes, ...streamerRoutes, ...conferenceRoutes],
};
