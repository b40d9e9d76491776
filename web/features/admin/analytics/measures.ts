import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { LISTED_FIGURES, type ListedFigure, readPlatform } from '#product/insight/analytics-contract.ts';
import { filledPart, ratio } from '#product/insight/rules/figures.ts';
import type { Days, Period } from '#product/insight/rules/period.ts';
import type { ResponseOf } from '#product/shared/contract.ts';
import { ADMIN_KEY } from '#web/features/admin/admin.tsx';
import { callCommand } from '#web/lib/call-command.ts';
import {
  formatCount,
  formatDuration,
  formatMoney,
  formatPrice,
  formatRate,
  plural,
} from '#web/lib/format.ts';

export type Platform = ResponseOf<typeof readPlatform>;
type Figures = Platform['now'];

/** The platform's sums over some days, point by point, and before. */
export const platformQuery = ({ first, last, before, step }: Omit<Period, 'name'>) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'platform', first, last, before, step],
    placeholderData: keepPreviousData,
    queryFn: () => callCommand(readPlatform, { days: { first, last }, before, step }),
  });

export interface Measure {
  /** Its name in the address. */
  key: string;
  label: string;
  /** How it is counted, with what is not. */
  definition: string;
  of: (figures: Figures) => number | null;
  format: (value: number) => string;
  formatShort?: (value: number) => string;
  /** A change, where it is not said as the value is. */
  formatChange?: (change: number) => string;
  lessIsBetter?: boolean;
  /** Counts that add up over the points of a curve. */
  adds?: boolean;
  /** The list behind the figure over these days, and the text of its link. */
  list: (days: Days) => { to: string; label: string };
}

const points = (change: number) => `${formatCount(Math.round(change * 1000) / 10)}\u00a0points`;

/** The rows of a figure, at an address of their own. */
const rowsOf =
  (figure: ListedFigure, label: string): Measure['list'] =>
  ({ first, last }) => ({
    to: `/admin-dashboard/analytics?behind=${figure}&first=${first}&last=${last}`,
    label,
  });

/** Whether the rows of a measure are listed by `analytics/list-behind`. */
export const isListed = (measure: Measure): measure is Measure & { key: ListedFigure } =>
  LISTED_FIGURES.some((figure) => figure === measure.key);

/** Days where hours would be too many to be read. */
export const wait = (seconds: number): string =>
  seconds >= 2 * 86_400
    ? plural(Math.round(seconds / 86_400), 'jour', 'jours')
    : formatDuration(Math.max(1, Math.round(seconds / 60)));

/** The team's measures of the platform, each with its definition and the list behind it. */
export const MEASURES: readonly Measure[] = [
  {
    key: 'volume',
    label: 'Volume d’affaires',
    definition:
      'Ce que les viewers ont payé, prolongations comprises, au jour où le grand livre l’a écrit. Les remboursements n’en sont pas retirés.',
    of: ({ capturedCents }) => capturedCents,
    format: formatMoney,
    formatShort: formatPrice,
    adds: true,
    list: rowsOf('volume', 'Voir les paiements'),
  },
  {
    key: 'commission',
    label: 'Commissions',
    definition: 'Ce qui est resté à Loge : les commissions prises, moins celles qui ont été remboursées.',
    of: ({ commissionCents }) => commissionCents,
    format: formatMoney,
    formatShort: formatPrice,
    adds: true,
    list: rowsOf('commission', 'Voir les commissions'),
  },
  {
    key: 'refunds',
    label: 'Remboursements',
    definition: 'Les euros remboursés dans la période, sur les euros payés dans la période.',
    of: ({ refundedCents, capturedCents }) => ratio(refundedCents, capturedCents),
    format: formatRate,
    formatChange: points,
    lessIsBetter: true,
    list: rowsOf('refunds', 'Voir les remboursements'),
  },
  {
    key: 'disputes',
    label: 'Litiges',
    definition:
      'Les litiges ouverts par des banques dans la période, sur les paiements débités dans la période. Un litige compte au jour où il s’ouvre, souvent des semaines après le paiement.',
    of: ({ disputes, payments: captured }) => ratio(disputes, captured),
    format: formatRate,
    formatChange: points,
    lessIsBetter: true,
    list: rowsOf('disputes', 'Voir les litiges'),
  },
  {
    key: 'sessions',
    label: 'Sessions tenues',
    definition:
      'Les sessions qui ont commencé dans la période et ont eu lieu. Une session de groupe compte une fois.',
    of: ({ sessions: held }) => held,
    format: formatCount,
    adds: true,
    list: rowsOf('sessions', 'Voir les sessions'),
  },
  {
    key: 'streamers',
    label: 'Streamers actifs',
    definition: 'Les streamers qui ont tenu au moins une session dans la période, chacun une fois.',
    of: ({ streamers }) => streamers,
    format: formatCount,
    list: rowsOf('streamers', 'Voir les streamers'),
  },
  {
    key: 'viewers',
    label: 'Viewers actifs',
    definition:
      'Les viewers venus à au moins une session dans la période, chacun une fois. Les comptes supprimés depuis n’y sont plus.',
    of: ({ viewers }) => viewers,
    format: formatCount,
    list: rowsOf('viewers', 'Voir les viewers'),
  },
  {
    key: 'returning',
    label: 'Viewers qui reviennent',
    definition:
      'Parmi les viewers venus dans la période, la part de ceux qui étaient déjà venus sur Loge, ou qui y sont venus plus d’un jour.',
    of: ({ returning, viewers }) => ratio(returning, viewers),
    format: formatRate,
    formatChange: points,
    list: rowsOf('returning', 'Voir les viewers'),
  },
  {
    key: 'first',
    label: 'Avant la première place',
    definition:
      'Le délai médian entre l’inscription et la première place prise, pour les viewers dont c’était la première dans la période. Qui n’a encore rien pris n’y est pas.',
    of: ({ secondsToFirst }) => secondsToFirst,
    format: wait,
    lessIsBetter: true,
    list: rowsOf('first', 'Voir les premières places'),
  },
  {
    key: 'liquidity',
    label: 'Recherches abouties',
    definition:
      'Les places prises par des viewers venus de la recherche de Loge, sur les personnes qui ont cherché, chacune une fois par jour. Qui refuse d’être compté n’est ni dans l’un ni dans l’autre.',
    of: ({ searchBookings, searchers }) => ratio(searchBookings, searchers),
    format: formatRate,
    formatChange: points,
    list: rowsOf('liquidity', 'Voir les places'),
  },
  {
    key: 'unfound',
    label: 'Recherches sans résultat',
    definition: 'Les personnes dont une recherche n’a trouvé personne, sur celles qui ont cherché.',
    of: ({ unfound, searchers }) => ratio(unfound, searchers),
    format: formatRate,
    formatChange: points,
    lessIsBetter: true,
    list: ({ first, last }) => ({
      to: `/admin-dashboard/content?tab=searches&from=${first}&until=${last}`,
      label: 'Voir ces recherches',
    }),
  },
  {
    key: 'filled',
    label: 'Heures remplies',
    definition:
      'La durée des sessions réservées et non annulées, sur la durée des heures ouvertes de tous les streamers, chacun à l’heure de chez lui.',
    of: ({ bookedMinutes, openMinutes }) => filledPart(bookedMinutes, openMinutes),
    format: formatRate,
    formatChange: points,
    list: rowsOf('filled', 'Voir les heures'),
  },
];
