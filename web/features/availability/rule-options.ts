import type { BookingWindow, StreamerRules } from '#product/availability/rules/availability.ts';
import { noticeText, optionsOf } from '#web/entities/offer/rule-options.ts';
import { formatDuration, plural } from '#web/lib/format.ts';
import { spanText } from '#web/ui/calendar-days.ts';
import type { SelectOption } from '#web/ui/select.tsx';

const OPEN_DAYS = [1, 2, 3, 4, 5, 7, 10, 15, 20, 30];
const HORIZONS = [7, 14, 30, 60, 90, 180, 365];
const PER_DAY = [1, 2, 3, 4, 5, 6, 8, 10, 15, 20];
const PER_WEEK = [1, 2, 3, 4, 5, 8, 10, 15, 20, 30, 40];
const PER_MONTH = [2, 4, 6, 8, 10, 15, 20, 30, 40, 60, 80, 100];

export const horizonOptions = (set: number): SelectOption[] =>
  optionsOf(HORIZONS, set, (days) => (days === 365 ? 'Un an' : plural(days, 'jour', 'jours')));
export const openDaysOptions = (set: number): SelectOption[] =>
  optionsOf(OPEN_DAYS, set, (days) => plural(days, 'jour ouvert', 'jours ouverts'));
export const WINDOW_OPTIONS: readonly (SelectOption & { value: BookingWindow['kind'] })[] = [
  { value: 'days', label: 'Les jours qui viennent' },
  { value: 'open_days', label: 'Vos prochains jours ouverts' },
  { value: 'dates', label: 'D’une date à une autre' },
];

/**
 * « jusqu’à 60 jours à l’avance », « vos 5 prochains jours ouverts », « du 1er au 20 décembre ».
 */
export function windowText({ horizonDays, window }: StreamerRules): string {
  if (window.kind === 'dates') return spanText(window);
  if (window.kind === 'open_days')
    return horizonDays === 1
      ? 'votre prochain jour ouvert'
      : `vos ${String(horizonDays)} prochains jours ouverts`;
  return `jusqu’à ${plural(horizonDays, 'jour', 'jours')} à l’avance`;
}

const perOptions = (values: readonly number[], set: number | null): SelectOption[] => [
  { value: '', label: 'Sans limite' },
  ...optionsOf(values, set, (count) => plural(count, 'session', 'sessions')),
];
export const perDayOptions = (set: number | null): SelectOption[] => perOptions(PER_DAY, set);
export const perWeekOptions = (set: number | null): SelectOption[] => perOptions(PER_WEEK, set);
export const perMonthOptions = (set: number | null): SelectOption[] => perOptions(PER_MONTH, set);

/** The choices of each rule, in the streamer's words. */
export function rulesInWords(rules: StreamerRules): string {
  const { noticeMinutes, bufferBeforeMinutes, bufferAfterMinutes } = rules;
  const notice =
    noticeMinutes === 0 ? 'jusqu’au dernier moment' : `au plus tard ${noticeText(noticeMinutes)} avant`;
  const pauses = [
    bufferBeforeMinutes > 0 ? `${formatDuration(bufferBeforeMinutes)} avant` : null,
    bufferAfterMinutes > 0 ? `${formatDuration(bufferAfterMinutes)} après` : null,
  ].filter((pause) => pause !== null);
  const caps = [
    rules.maxPerDay === null ? null : `${plural(rules.maxPerDay, 'session', 'sessions')} par jour`,
    rules.maxPerWeek === null ? null : `${String(rules.maxPerWeek)} par semaine`,
    rules.maxPerMonth === null ? null : `${String(rules.maxPerMonth)} par mois`,
  ].filter((cap) => cap !== null);
  const sentences = [
    `On vous réserve ${windowText(rules)}, ${notice}.`,
    pauses.length > 0
      ? `Chaque session garde libres ${pauses.join(' et ')}.`
      : 'Les sessions peuvent s’enchaîner sans pause.',
    caps.length > 0 ? `Au plus ${caps.join(', ')}.` : null,
  ];
  return sentences.filter((sentence) => sentence !== null).join(' ');
}
