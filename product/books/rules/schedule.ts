import type { Instant } from '#product/shared/time/instant.ts';
import { epochDayOf, localDateOf, parseLocalDate } from '#product/shared/time/local-date.ts';
import { firstInstantAt, localDateAt, wallTimeOf } from '#product/shared/time/wall-time.ts';
import { FILE_KINDS, type FileKind, isSealed } from './files.ts';

/**
 * Files of the books that are made and announced by mail again and again. Times are of Paris,
 * months `YYYY-MM`.
 */
export const RHYTHMS = ['month', 'quarter'] as const;
export type Rhythm = (typeof RHYTHMS)[number];

/**
 * The kinds that can be sent by themselves: a file that tells who people are is opened for a
 * written reason alone, which nobody gives while it is sent.
 */
export const SCHEDULED_KINDS: readonly FileKind[] = FILE_KINDS.filter((kind) => !isSealed(kind));

export const RECIPIENTS_MAX = 20;
/** Each month has this day. */
export const LAST_DAY = 28;

/** The troubles that keep a file from leaving. */
export const SENDING_TROUBLES = ['month_open', 'nobody', 'failed'] as const;
export type SendingTrouble = (typeof SENDING_TROUBLES)[number];

export interface Schedule {
  readonly every: Rhythm;
  /** Of the month after the one that it tells of: 1 to 28. */
  readonly day: number;
  readonly hour: number;
}

const PARIS = 'Europe/Paris';

const moved = (month: string, months: number): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
};

/** The month that runs in Paris. */
export const monthAt = (now: Instant): string => localDateAt(PARIS, now).slice(0, 7);

/** When the files of a period that ends with a month leave. */
export function sentAt({ day, hour }: Schedule, lastMonth: string): Instant {
  const first = epochDayOf(parseLocalDate(`${moved(lastMonth, 1)}-01`));
  const date = localDateOf((first + day - 1) as typeof first);
  return firstInstantAt(PARIS, wallTimeOf(epochDayOf(date), hour * 60));
}

/** The first period that ends with this month or later, by its last month. */
export function firstPeriod({ every }: Schedule, month: string): string {
  const number = Number(month.slice(5));
  return every === 'month' ? month : moved(month, (3 - (number % 3)) % 3);
}

/** The period after one, by its last month. */
export const nextPeriod = ({ every }: Schedule, lastMonth: string): string =>
  moved(lastMonth, every === 'month' ? 1 : 3);

/**
 * The months that a period has files of: each of its months, but the last alone of what tells of
 * the year so far.
 */
export function monthsIn(kind: FileKind, every: Rhythm, lastMonth: string): string[] {
  if (every === 'month' || kind === 'fec' || kind === 'trial_balance' || kind === 'transparency')
    return [lastMonth];
  return [moved(lastMonth, -2), moved(lastMonth, -1), lastMonth];
}

/**
 * Whether its months have to be closed: what they say then stays. The figures for the public are
 * not of the books.
 */
export const needsClosedMonths = (kind: FileKind): boolean => kind !== 'transparency';

const monthNames = new Intl.DateTimeFormat('fr-FR', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** « septembre 2026 », « 3e trimestre 2026 ». */
export function periodText(every: Rhythm, lastMonth: string): string {
  if (every === 'month') return monthNames.format(new Date(`${lastMonth}-01T00:00:00Z`));
  const quarter = Number(lastMonth.slice(5)) / 3;
  return `${String(quarter)}${quarter === 1 ? 'er' : 'e'} trimestre ${lastMonth.slice(0, 4)}`;
}

/** The name of each file. */
export const FILE_LABELS = {
  month: 'Rapport du mois',
  trial_balance: 'Balance',
  fec: 'FEC',
  commission_vat: 'TVA des commissions',
  vat_by_country: 'TVA par pays',
  payouts: 'Versements',
  refunds: 'Remboursements',
  disputes: 'Contestations',
  dac7_sellers: 'Vendeurs de l’année',
  dac7: 'Déclaration DAC7',
  dac7_correction: 'DAC7 rectificative',
  transparency: 'Transparence (DSA)',
} as const satisfies Record<FileKind, string>;
