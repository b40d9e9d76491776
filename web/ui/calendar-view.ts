import type { DateSpan } from '#product/availability/rules/hours.ts';
import { epochDayOf, type LocalDate, localDateOf, mondayOf } from '#product/shared/time/local-date.ts';
import {
  dateAfter,
  firstOf,
  lastOf,
  type Month,
  monthAfter,
  monthName,
  monthOf,
  monthText,
  within,
} from '#web/ui/calendar-days.ts';

/** The fewest weeks shown: at the end of a month, most of the next one is seen too. */
const FEWEST_WEEKS = 5;
/** The most days of a neighbouring month that go without its name in the title. */
const MOST_UNNAMED = 7;

/**
 * The weeks that a calendar shows together, from a Monday to a Sunday. Days of several months stand
 * in the same grid.
 */
export interface CalendarView {
  readonly weeks: readonly (readonly LocalDate[])[];
  readonly first: LocalDate;
  readonly last: LocalDate;
  /** The months that the title names, in order: one or two. */
  readonly months: readonly [Month, ...Month[]];
}

const mondayBefore = (date: LocalDate): LocalDate => localDateOf(mondayOf(epochDayOf(date)));

/** The weeks from that of a day: all that is left of its month, and five at least. */
function viewFrom(day: LocalDate, month: Month): CalendarView {
  const first = mondayBefore(day);
  const toItsEnd = Math.ceil((epochDayOf(lastOf(month)) + 1 - epochDayOf(first)) / 7);
  const count = Math.max(FEWEST_WEEKS, toItsEnd);
  const weeks = Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (__, weekday) => dateAfter(first, week * 7 + weekday)),
  );
  const last = dateAfter(first, count * 7 - 1);
  const next = monthAfter(month, 1);
  const ofNext = epochDayOf(last) - epochDayOf(firstOf(next)) + 1;
  return { weeks, first, last, months: ofNext > MOST_UNNAMED ? [month, next] : [month] };
}

/** The weeks from that of the first day that can be booked. */
export const viewFromDay = (day: LocalDate): CalendarView => viewFrom(day, monthOf(day));

/** The weeks of a month, without those that are past; of this month, when that one is. */
export function viewOfMonth(month: Month, today: LocalDate): CalendarView {
  const day = within(firstOf(month), today, null);
  return viewFrom(day, monthOf(day));
}

export const isInView = (view: CalendarView, date: LocalDate): boolean =>
  view.first <= date && date <= view.last;

/** Whether a day belongs to a month that the title names. */
export const isNamed = ({ months }: CalendarView, date: LocalDate): boolean => months.includes(monthOf(date));

/** The days of the months that the title names, as far as the view shows them. */
export const namedSpan = (view: CalendarView): DateSpan => ({
  first: within(firstOf(view.months[0]), view.first, null),
  last: within(lastOf(view.months.at(-1) ?? view.months[0]), null, view.last),
});

/**
 * The view that opens.
 * @param asked a day that must be in it, such as the chosen one
 * @param bookable the first day with a free start, or null when there is none
 */
export function viewToOpen(
  asked: LocalDate | null,
  bookable: LocalDate | null,
  today: LocalDate,
): CalendarView {
  const view = viewFromDay(bookable ?? today);
  return asked === null || asked < today || isInView(view, asked) ? view : viewOfMonth(monthOf(asked), today);
}

/** The month that follows: the first one that the view does not show to its end. */
export const monthAfterView = ({ last }: CalendarView): Month => monthOf(dateAfter(last, 1));

/** The month whose view comes before; null when the view begins with this week. */
export function monthBeforeView({ first, months }: CalendarView, today: LocalDate): Month | null {
  if (first <= mondayBefore(today)) return null;
  // A view may begin in the middle of its month.
  return viewOfMonth(months[0], today).first < first ? months[0] : monthAfter(months[0], -1);
}

/** « Décembre 2026 », « Novembre et décembre 2026 », « Décembre 2026 et janvier 2027 ». */
export function viewText({ months: [month, next] }: CalendarView): string {
  if (next === undefined) return monthText(month);
  const sameYear = month.slice(0, 4) === next.slice(0, 4);
  const named = sameYear ? monthName(month) : monthText(month);
  return `${named} et\u00a0${monthText(next).toLowerCase()}`;
}
