import type { RouteObject } from 'react-router';
import { indexRoute, route } from '#web/app/route.ts';

/** viewer-dashboard (spec, section 2). */
export const viewerRoutes: RouteObject[] = [
  indexRoute('Mon espace', () => import('#web/pages/viewer-dashboard/overview-page.tsx')),
  route('bookings', 'Réservations', () => import('#web/pages/viewer-dashboard/bookings-page.tsx')),
  route('payments', 'Paiements', () => import('#web/pages/viewer-dashboard/payments-page.tsx')),
  route('settings', 'Réglages', () => import('#web/pages/viewer-dashboard/settings-page.tsx')),
];

/** streamer-dashboard; the calendar is the same page as the bookings. */
export const streamerRoutes: RouteObject[] = [
  indexRoute('Mon espace', () => import('#web/pages/streamer-dashboard/overview-page.tsx')),
  route('bookings', 'Réservations', () => import('#web/pages/streamer-dashboard/bookings-page.tsx')),
  route('calendar', 'Calendrier', () => import('#web/pages/streamer-dashboard/bookings-page.tsx')),
  route(
    'availability',
    'Disponibilités',
    () => import('#web/pages/streamer-dashboard/availability-page.tsx'),
  ),
  route('earnings', 'Revenus', () => import('#web/pages/streamer-dashboard/earnings-page.tsx')),
  route('statistics', 'Statistiques', () => import('#web/pages/streamer-dashboard/statistics-page.tsx')),
  route('settings', 'Réglages', () => import('#web/pages/streamer-dashboard/settings-page.tsx')),
  route(
    'revenue-simulator',
    'Simulateur de revenus',
    () => import('#web/pages/streamer-dashboard/revenue-simulator-page.tsx'),
  ),
];

/** admin-dashboard. */
export const adminRoutes: RouteObject[] = [
  indexRoute('Administration', () => import('#web/pages/admin-dashboard/overview-page.tsx')),
  route('users', 'Utilisateurs', () => import('#web/pages/admin-dashboard/users-page.tsx')),
  route('streamers', 'Streamers', () => import('#web/pages/admin-dashboard/streamers-page.tsx')),
  route('sessions', 'Sessions', () => import('#web/pages/admin-dashboard/sessions-page.tsx')),
  route('payments', 'Paiements', () => import('#web/pages/admin-dashboard/payments-page.tsx')),
  route('messages', 'Messages', () => import('#web/pages/admin-dashboard/messages-page.tsx')),
  route('moderation', 'Modération', () => import('#web/pages/admin-dashboard/moderation-page.tsx')),
  route('content', 'Contenu', () => import('#web/pages/admin-dashboard/content-page.tsx')),
  route('analytics', 'Statistiques', () => import('#web/pages/admin-dashboard/analytics-page.tsx')),
  route('system', 'Système', () => import('#web/pages/admin-dashboard/system-page.tsx')),
  route('reports', 'Rapports', () => import('#web/pages/admin-dashboard/reports-page.tsx')),
  route('settings', 'Réglages', () => import('#web/pages/admin-dashboard/settings-page.tsx')),
];

export const conferenceRoutes: RouteObject[] = [
  route(
    'conference/setup',
    'Avant d’entrer',
    () => import('#web/pages/conference-setup/conference-setup-page.tsx'),
  ),
  route(
    'conference/room/:roomId',
    'La loge',
    () => import('#web/pages/conference-room/conference-room-page.tsx'),
  ),
];

/** /dashboard sends each role home. */
export const dashboardRoute: RouteObject = route(
  'dashboard',
  'Mon espace',
  () => import('#web/pages/dashboard/dashboard-page.tsx'),
);
