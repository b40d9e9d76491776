import { ArrowRight } from 'lucide-react';
import { type CSSProperties, type ReactNode, useRef } from 'react';
import type { LocalDate } from '#product/shared/time/local-date.ts';
import { plural } from '#web/lib/format.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { dateText, type Month, monthName, monthOf } from '#web/ui/calendar-days.ts';
import { CalendarGrid, DayNumber } from '#web/ui/calendar-grid.tsx';
import { type CalendarView, isInView, isNamed, monthAfterView } from '#web/ui/calendar-view.ts';
import { useFocusHandover } from '#web/ui/use-focus-handover.ts';

interface MonthGridProps {
  view: CalendarView;
  /** Shows the view of another month. */
  onMonth: (month: Month) => void;
  selected: LocalDate | null;
  /** Only days with starts are ever given. */
  onSelect: (date: LocalDate) => void;
  /** How many starts are free on each day; a day that is not in it has none. */
  free: ReadonlyMap<LocalDate, number>;
  /**
   * How many starts each day has, including taken ones, so that a full day can be chosen too.
   * Without it only free starts are counted.
   */
  total?: ReadonlyMap<LocalDate, number>;
  /** How many days of the month that follows have a free start; undefined until that is known. */
  freeDaysAfter: number | undefined;
  /** Today's date in the zone shown. */
  today: LocalDate;
  /** The last day that can be booked at all; the months after it are not offered. */
  last: LocalDate | null;
  /** While the counts are loading, the days stay in place. */
  loading?: boolean;
  /** Said under weeks without a free day: « Aucun créneau en mars. », with a way on. */
  empty?: ReactNode;
  /** The level of the months as a heading in its page. */
  level?: 2 | 3;
}

/**
 * How much of the bar under a day is lit: the share of its starts that is free. Without the day's
 * number of starts, the share of the free starts of the day that has most. A single free start is
 * still visible.
 */
export const litPart = (free: number, total: number): number =>
  free === 0 ? 0 : Math.max(0.12, free / total);

/**
 * How a day is read aloud: « jeudi 12 mars, 3 créneaux », « … 3 créneaux sur 8 », « … complet ».
 */
export function dayName(date: LocalDate, free: number, total: number, loading = false): string {
  if (loading) return dateText(date);
  if (free === 0) return `${dateText(date)}, ${total > 0 ? 'complet' : 'aucun créneau'}`;
  const many = plural(free, 'créneau', 'créneaux');
  return `${dateText(date)}, ${many}${total > free ? ` sur ${String(total)}` : ''}`;
}

/** Of the days with a free start, the first one that the view shows and its title speaks of. */
export const firstFreeIn = (
  view: CalendarView,
  free: ReadonlyMap<LocalDate, number>,
): LocalDate | undefined => view.weeks.flat().find((date) => free.has(date) && isNamed(view, date));

/** How many days of a month have a free start. */
export const freeDaysOf = (month: Month, free: ReadonlyMap<LocalDate, number>): number =>
  [...free.keys()].filter((date) => monthOf(date) === month).length;

/**
 * The days on which a start can be chosen. Those without one can be reached, so that they can be
 * heard, but not chosen.
 */
export function MonthGrid(props: MonthGridProps) {
  const { view, onMonth, selected, onSelect, free, total, freeDaysAfter, today, last } = props;
  const { loading = false, empty, level = 3 } = props;
  const firstFree = firstFreeIn(view, free);
  const shown = [...free].flatMap(([date, count]) => (isInView(view, date) ? [count] : []));
  const busiest = Math.max(1, ...shown);

  return (
    <section className="num">
      <CalendarGrid
        {...{ view, onMonth, today, last, selected, loading, level }}
        stops={[selected, firstFree]}
        day={(date, keys) => {
          const count = loading ? 0 : (free.get(date) ?? 0);
          const all = loading ? 0 : Math.max(count, total?.get(date) ?? 0);
          return (
            <button
              type="button"
              {...keys}
              data-free={count > 0 || undefined}
              data-full={(count === 0 && all > 0) || undefined}
              data-selected={date === selected || undefined}
              aria-label={dayName(date, count, all, loading)}
              aria-disabled={all === 0 || undefined}
              onClick={() => all > 0 && onSelect(date)}
              className="month-day"
              style={{ '--lit': litPart(count, total ? all : busiest) } as CSSProperties}
            >
              <DayNumber date={date} />
            </button>
          );
        }}
      />
      {!loading && shown.length === 0 && empty && (
        <div className="mt-3 px-1 text-small text-soft">{empty}</div>
      )}
      {(last === null || monthAfterView(view) <= monthOf(last)) && (
        <NextMonth month={monthAfterView(view)} freeDays={freeDaysAfter} onMonth={onMonth} />
      )}
    </section>
  );
}

interface NextMonthProps {
  month: Month;
  freeDays: number | undefined;
  onMonth: (month: Month) => void;
}

/** « Décembre : 23 jours libres → »; « Décembre → » until their number is known. */
function NextMonth({ month, freeDays, onMonth }: NextMonthProps) {
  const button = useRef<HTMLButtonElement>(null);
  useFocusHandover(button);
  const days = freeDays === 0 ? 'aucun jour libre' : plural(freeDays ?? 0, 'jour libre', 'jours libres');
  return (
    <button
      ref={button}
      type="button"
      className={buttonClass('quiet', 'sm', 'mt-1 sm:-ml-3')}
      onClick={() => onMonth(month)}
    >
      {freeDays === undefined ? monthName(month) : `${monthName(month)} : ${days}`}
      <ArrowRight aria-hidden="true" />
    </button>
  );
}
