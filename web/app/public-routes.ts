import type { RouteObject } from 'react-router';
import { indexRoute, route } from '#web/app/route.ts';

/** What anyone may see (spec, section 2). */
export const publicRoutes: RouteObject[] = [
  indexRoute('Loge, la place la plus proche de la scène', () => import('#web/pages/home/home-page.tsx')),
  route('auth', 'Se connecter', () => import('#web/pages/auth/auth-page.tsx')),
  route(
    'auth/callback',
    'Retour de connexion',
    () => import('#web/pages/auth-callback/auth-callback-page.tsx'),
  ),
  route('browse', 'Parcourir', () => import('#web/pages/browse/browse-page.tsx')),
  route('streamer/:streamerId', 'Profil', () => import('#web/pages/streamer/streamer-page.tsx')),
  route(
    'book-session/:streamerId',
    'Réserver',
    () => import('#web/pages/book-session/book-session-page.tsx'),
  ),
  route(
    'forgot-password',
    'Mot de passe oublié',
    () => import('#web/pages/forgot-password/forgot-password-page.tsx'),
  ),
  route(
    'reset-password',
    'Nouveau mot de passe',
    () => import('#web/pages/reset-password/reset-password-page.tsx'),
  ),
];

/** Any other path. */
export const notFoundRoute: RouteObject = route(
  '*',
  'Page introuvable',
  () => import('#web/pages/not-found/not-found-page.tsx'),
);
