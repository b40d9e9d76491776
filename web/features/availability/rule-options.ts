import type { BookingRules } from '#domain/availability/rules.ts';
import { formatDuration, plural } from '#web/lib/format.ts';
import type { SelectOption } from '#web/ui/select.tsx';

const HOUR = 60;
const DAY = 24 * HOUR;

const PAUSES = [0, 5, 10, 15, 20, 30, 45, 60, 90, 120];
const NOTICES = [0, HOUR, 2 * HOUR, 4 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY, 14 * DAY, 30 * DAY];
const HORIZONS = [7, 14, 30, 60, 90, 180, 365];
const STEPS = [5, 10, 15, 20, 30, 60];
const PER_DAY = [1, 2, 3, 4, 5, 6, 8, 10, 15, 20];
const PER_WEEK = [1, 2, 3, 4, 5, 8, 10, 15, 20, 30, 40];

/** « 24 h », « 3 jours », « 45 min ». A day is written as hours, since notice is elapsed time. */
export function noticeText(minutes: number): string {
  if (minutes === DAY) return formatDuration(minutes);
  return minutes % DAY === 0 && minutes > 0
    ? plural(minutes / DAY, 'jour', 'jours')
    : formatDuration(minutes);
}

/** The values offered, and the one that is set should it be another. */
function options(
  values: readonly number[],
  set: number | null,
  label: (value: number) => string,
): SelectOption[] {
  const all = set === null ? values : [...new Set([...values, set])].sort((a, b) => a - b);
  return all.map((value) => ({ value: String(value), label: label(value) }));
}

export const pauseOptions = (set: number): SelectOption[] =>
  options(PAUSES, set, (minutes) => (minutes === 0 ? 'Aucune' : formatDuration(minutes)));
export const noticeOptions = (set: number): SelectOption[] =>
  options(NOTICES, set, (minutes) =>
    minutes === 0 ? 'Jusqu’au dernier moment' : `${noticeText(minutes)} avant`,
  );
export const horizonOptions = (set: number): SelectOption[] =>
  options(HORIZONS, set, (days) =>
    days === 365 ? 'Un an à l’avance' : `${plural(days, 'jour', 'jours')} à l’avance`,
  );
export const stepOptions = (set: number): SelectOption[] =>
  options(STEPS, set, (minutes) =>
    minutes === 60 ? 'Toutes les heures' : `Toutes les ${formatDuration(minutes)}`,
  );
const perOptions = (values: readonly number[], set: number | null): SelectOption[] => [
  { value: '', label: 'Sans limite' },
  ...options(values, set, (count) => plural(count, 'session', 'sessions')),
];
export const perDayOptions = (set: number | null): SelectOption[] => perOptions(PER_DAY, set);
export const perWeekOptions = (set: number | null): SelectOption[] => perOptions(PER_WEEK, set);

/** The choices of each rule, in the streamer's words. */
export function rulesInWords(rules: BookingRules): string {
  const { noticeMinutes, horizonDays, stepMinutes, bufferBeforeMinutes, bufferAfterMinutes } = rules;
  const notice =
    noticeMinutes === 0 ? 'jusqu’au dernier moment' : `au plus tard ${noticeText(noticeMinutes)} avant`;
  const step = stepMinutes === 60 ? 'toutes les heures' : `toutes les ${formatDuration(stepMinutes)}`;
  const pauses = [
    bufferBeforeMinutes > 0 ? `${formatDuration(bufferBeforeMinutes)} avant` : null,
    bufferAfterMinutes > 0 ? `${formatDuration(bufferAfterMinutes)} après` : null,
  ].filter((pause) => pause !== null);
  const caps = [
    rules.maxPerDay === null ? null : `${plural(rules.maxPerDay, 'session', 'sessions')} par jour`,
    rules.maxPerWeek === null ? null : `${String(rules.maxPerWeek)} par semaine`,
  ].filter((cap) => cap !== null);
  const sentences = [
    `On vous réserve ${notice}, et jusqu’à ${plural(horizonDays, 'jour', 'jours')} à l’avance ; les sessions peuvent commencer ${step}.`,
    pauses.length > 0
      ? `Chaque session garde libres ${pauses.join(' et ')}.`
      : 'Les sessions peuvent s’enchaîner sans pause.',
    caps.length > 0 ? `Au plus ${caps.join(' et ')}.` : null,
  ];
  return sentences.filter((sentence) => sentence !== null).join(' ');
}
