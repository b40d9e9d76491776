import type { Area } from './areas.ts';
import { TEXTS } from './texts.ts';

/** The entry of a page. */
interface PageFacts<Icon extends string> {
  /** The document's title, before « · Loge ». */
  title: string;
  /** Its module: `web/<page>-page.tsx`, fetched when the page is first shown. */
  page: string;
  /**
   * web/app/page-data.ts, or public-page-data.ts, knows the data it shows first, and requests it
   * while the module is still loading.
   */
  data?: true;
  /**
   * It stands in the navigation of its area, in the order of the table, with this icon of
   * web/app/shells/navigation.ts.
   */
  icon?: Icon;
  /** The name in the navigation, where that is not its title. */
  label?: string;
  /** For the bottom bar of a phone, where the label is too long for a fifth of the width. */
  shortLabel?: string;
  /** Search engines may list it. */
  indexed?: boolean;
}

export interface Page<Icon extends string = string> extends PageFacts<Icon> {
  /** From the root of the site. `:name` stands for any one segment. */
  path: string;
  /** The area that decides who may see it (spec, section 6), and in which frame it stands. */
  area: Area;
}

const pagesOf = <const Icon extends string = never>(
  area: Area,
  pages: Record<string, PageFacts<Icon>>,
): Page<Icon>[] => Object.entries(pages).map(([path, facts]) => ({ ...facts, path, area }));

/** The texts that the team writes: each at its slug, all shown by one page. */
const textPages = Object.fromEntries(
  TEXTS.map(({ slug, title }) => [
    `/${slug}`,
    { title, page: 'pages/text/text', indexed: true } satisfies PageFacts<never>,
  ]),
);

const overview = { label: 'Vue d’ensemble', shortLabel: 'Accueil', icon: 'house' } as const;

/**
 * Every page of the product (spec, section 2): the one table from which come the router, the
 * navigation, the titles, what the server answers 404 to, what crawlers are told, and the pages
 * that the browser tests open.
 */
export const PAGES = [
  ...pagesOf('public', {
    '/': { title: 'Loge, la place la plus proche de la scène', page: 'pages/home/home', indexed: true },
    '/auth': { title: 'Se connecter', page: 'pages/auth/auth' },
    '/auth/callback': { title: 'Retour de connexion', page: 'pages/auth-callback/auth-callback' },
    '/browse': { title: 'Parcourir', page: 'pages/browse/browse', data: true, indexed: true },
    '/streamer/:streamerId': { title: 'Profil', page: 'pages/streamer/streamer', data: true, indexed: true },
    '/book-session/:streamerId': { title: 'Réserver', page: 'pages/book-session/book-session', data: true },
    // Short enough to be said aloud; its canonical address is the profile's.
    '/s/:handle': { title: 'Profil', page: 'pages/short-link/short-link', indexed: true },
    '/contact': { title: 'Contacter l’équipe', page: 'pages/contact/contact', indexed: true },
    '/unknown-sign-in/:token': {
      title: 'Une connexion que vous ne reconnaissez pas',
      page: 'pages/unknown-sign-in/unknown-sign-in',
    },
    '/keep-factors/:token': {
      title: 'Garder votre second facteur',
      page: 'pages/keep-factors/keep-factors',
    },
    '/guardian/:token': { title: 'Votre accord', page: 'pages/guardian/guardian' },
    '/decision/:token': { title: 'Décision de l’équipe', page: 'pages/decision/decision' },
    ...textPages,
    '/forgot-password': { title: 'Mot de passe oublié', page: 'pages/forgot-password/forgot-password' },
    '/reset-password': { title: 'Nouveau mot de passe', page: 'pages/reset-password/reset-password' },
  }),
  ...pagesOf('dashboard', {
    '/dashboard': { title: 'Mon espace', page: 'pages/dashboard/dashboard' },
  }),
  ...pagesOf('viewer', {
    '/viewer-dashboard': {
      title: 'Mon espace',
      page: 'pages/viewer-dashboard/overview',
      data: true,
      ...overview,
    },
    '/viewer-dashboard/bookings': {
      title: 'Réservations',
      page: 'pages/viewer-dashboard/bookings',
      data: true,
      icon: 'ticket',
    },
    '/viewer-dashboard/favourites': {
      title: 'Favoris',
      page: 'pages/viewer-dashboard/favourites',
      data: true,
      icon: 'heart',
    },
    '/viewer-dashboard/payments': {
      title: 'Paiements',
      page: 'pages/viewer-dashboard/payments',
      data: true,
      icon: 'wallet',
    },
    '/viewer-dashboard/requests': { title: 'Vos demandes', page: 'pages/requests/requests' },
    '/viewer-dashboard/settings': {
      title: 'Réglages',
      page: 'pages/viewer-dashboard/settings',
      icon: 'settings',
    },
  }),
  ...pagesOf('streamer', {
    '/streamer-dashboard': {
      title: 'Mon espace',
      page: 'pages/streamer-dashboard/overview',
      data: true,
      ...overview,
    },
    '/streamer-dashboard/bookings': {
      title: 'Réservations',
      page: 'pages/streamer-dashboard/bookings',
      data: true,
      icon: 'ticket',
    },
    '/streamer-dashboard/calendar': {
      title: 'Calendrier',
      page: 'pages/streamer-dashboard/bookings',
      data: true,
      icon: 'calendar',
    },
    '/streamer-dashboard/availability': {
      title: 'Disponibilités',
      shortLabel: 'Horaires',
      page: 'pages/streamer-dashboard/availability',
      data: true,
      icon: 'clock',
    },
    '/streamer-dashboard/offers': {
      title: 'Offres',
      page: 'pages/streamer-dashboard/offers',
      data: true,
      icon: 'tag',
    },
    '/streamer-dashboard/stream': {
      title: 'Sur mon stream',
      shortLabel: 'Stream',
      page: 'pages/streamer-dashboard/stream',
      icon: 'radio',
    },
    '/streamer-dashboard/reviews': {
      title: 'Avis',
      page: 'pages/streamer-dashboard/reviews',
      icon: 'star',
    },
    '/streamer-dashboard/earnings': {
      title: 'Revenus',
      page: 'pages/streamer-dashboard/earnings',
      data: true,
      icon: 'wallet',
    },
    '/streamer-dashboard/earnings/payouts/:payoutId': {
      title: 'Versement',
      page: 'pages/streamer-dashboard/payout',
    },
    '/streamer-dashboard/earnings/statements/:year': {
      title: 'Relevé annuel',
      page: 'pages/streamer-dashboard/statement',
    },
    '/streamer-dashboard/statistics': {
      title: 'Statistiques',
      page: 'pages/streamer-dashboard/statistics',
      data: true,
      icon: 'chart',
    },
    '/streamer-dashboard/revenue-simulator': {
      title: 'Simulateur de revenus',
      label: 'Simulateur',
      page: 'pages/streamer-dashboard/revenue-simulator',
      icon: 'calculator',
    },
    '/streamer-dashboard/requests': { title: 'Vos demandes', page: 'pages/requests/requests' },
    '/streamer-dashboard/settings': {
      title: 'Réglages',
      page: 'pages/streamer-dashboard/settings',
      data: true,
      icon: 'settings',
    },
  }),
  ...pagesOf('admin', {
    '/admin-dashboard': { title: 'Administration', page: 'features/admin/overview/overview', ...overview },
    '/admin-dashboard/users': { title: 'Utilisateurs', page: 'features/admin/users/users', icon: 'users' },
    '/admin-dashboard/users/:personId': {
      title: 'Fiche d’une personne',
      page: 'features/admin/users/person',
    },
    '/admin-dashboard/streamers': {
      title: 'Streamers',
      page: 'features/admin/streamers/streamers',
      icon: 'video',
    },
    '/admin-dashboard/sessions': {
      title: 'Sessions',
      page: 'features/admin/sessions/sessions',
      icon: 'calendar',
    },
    '/admin-dashboard/payments': {
      title: 'Paiements',
      page: 'features/admin/payments/payments',
      icon: 'wallet',
    },
    '/admin-dashboard/messages': {
      title: 'Messages',
      page: 'features/admin/messages/messages',
      icon: 'messages',
    },
    '/admin-dashboard/moderation': {
      title: 'Modération',
      page: 'features/admin/moderation/moderation',
      icon: 'flag',
    },
    '/admin-dashboard/content': {
      title: 'Contenu',
      page: 'pages/admin-dashboard/content',
      icon: 'newspaper',
    },
    '/admin-dashboard/analytics': {
      title: 'Statistiques',
      page: 'features/admin/analytics/analytics',
      icon: 'chart',
    },
    '/admin-dashboard/system': { title: 'Système', page: 'features/admin/system/system', icon: 'gauge' },
    '/admin-dashboard/reports': { title: 'Rapports', page: 'features/admin/reports/reports', icon: 'file' },
    '/admin-dashboard/settings/platform': {
      title: 'Conditions de la plateforme',
      page: 'pages/admin-dashboard/platform',
    },
    '/admin-dashboard/settings/team': { title: 'L’équipe', page: 'pages/admin-dashboard/team' },
    '/admin-dashboard/settings': {
      title: 'Réglages',
      page: 'pages/admin-dashboard/settings',
      icon: 'settings',
    },
  }),
  ...pagesOf('conference', {
    '/conference/setup': { title: 'Avant d’entrer', page: 'pages/conference-setup/conference-setup' },
    '/conference/room/:roomId': { title: 'La loge', page: 'pages/conference-room/conference-room' },
  }),
];

export type PageIcon = NonNullable<(typeof PAGES)[number]['icon']>;

/** Pages that exist only for the browser tests, in builds that have them. */
const DEVELOPMENT = ['/dev/ui', '/dev/room'];

const matches = (pattern: string, path: string): boolean => {
  const wanted = pattern.split('/');
  const parts = path.replace(/(?<=.)\/$/, '').split('/');
  return (
    wanted.length === parts.length &&
    wanted.every((part, index) => (part.startsWith(':') ? parts[index] !== '' : part === parts[index]))
  );
};

/**
 * The page at a path, without its query; null where there is none. A trailing slash makes no
 * difference.
 */
export const pageAt = (path: string): Page | null => PAGES.find((page) => matches(page.path, path)) ?? null;

/** Whether a build for the browser tests has a page there, which no other build has. */
export const isDevelopmentPath = (path: string): boolean => DEVELOPMENT.some((known) => matches(known, path));

/**
 * Beginnings of the paths that crawlers need not look at: behind the guard, or about one's own
 * account.
 */
export const closedToCrawlers = (): string[] => [
  ...new Set(PAGES.filter(({ indexed }) => !indexed).map(({ path }) => `/${path.split('/')[1] ?? ''}`)),
];

/**
 * The addresses of mails, of calendars and of overlays, whose last part is all that is needed to
 * act or to see for somebody.
 */
const SECRET =
  /^(\/(?:guardian|decision|keep-factors|unknown-sign-in|emails\/[a-z]+|calendars|overlay)\/).+$/;

/** A path as logs may keep it. */
export const withoutSecret = (path: string): string => path.replace(SECRET, '$1…');

/** A document's title: « Parcourir · Loge ». The home page's own begins with the name already. */
export const documentTitle = (title: string | null): string =>
  !title || title.startsWith('Loge') ? (title ?? 'Loge') : `${title} · Loge`;
