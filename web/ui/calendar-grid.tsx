import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import type { LocalDate } from '#product/shared/time/local-date.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import {
  dateAfter,
  dateAfterKey,
  type Month,
  monthOf,
  monthText,
  shortMonthName,
  within,
} from '#web/ui/calendar-days.ts';
import {
  type CalendarView,
  isInView,
  monthAfterView,
  monthBeforeView,
  viewText,
} from '#web/ui/calendar-view.ts';
import { classNames } from '#web/ui/class-names.ts';
import '#web/ui/month-grid.css';

const WEEKDAYS = ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'];

/** The head of a month's table: a letter for the eye, the day for the ear. */
export const WeekdayHeads = () => (
  <thead>
    <tr>
      {WEEKDAYS.map((weekday) => (
        <th key={weekday} scope="col" abbr={weekday} className="pb-1 text-kicker font-normal text-muted">
          <span aria-hidden="true">{weekday.charAt(0).toUpperCase()}</span>
          <span className="sr-only">{weekday}</span>
        </th>
      ))}
    </tr>
  </thead>
);

/** The attributes that the button of a day must have, so that keys reach it. */
interface DayKeys {
  'data-date': LocalDate;
  tabIndex: 0 | -1;
  'aria-current': 'date' | undefined;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

interface CalendarGridProps {
  view: CalendarView;
  /** Shows the view of another month. */
  onMonth: (month: Month) => void;
  /** Today's date in the zone shown: keys lead to no day before it. */
  today: LocalDate;
  /**
   * The last day that a key leads to, and after whose month none is offered. Null: there is no end.
   */
  last: LocalDate | null;
  /** The day that Tab leads to, unless another was reached: the first of them that is shown. */
  stops: readonly (LocalDate | null | undefined)[];
  /** The chosen day, where days can be chosen. */
  selected?: LocalDate | null;
  loading?: boolean;
  /** The level of the title as a heading in its page. */
  level: 2 | 3;
  day: (date: LocalDate, keys: DayKeys) => ReactNode;
}

/**
 * The element is a table; these roles make it a grid with keyboard navigation (APG, date picker).
 */
const asGrid = { role: 'grid' };
const asCell = (selected: boolean | undefined) => ({ role: 'gridcell', 'aria-selected': selected });

/**
 * Weeks of days as a WAI-ARIA grid: one tab stop, arrows by day and week, Home and End within the
 * week, PageUp and PageDown by month (with Shift by year). The focus follows into the view that a
 * key leads to, however long that view takes to be drawn.
 */
export function CalendarGrid(props: CalendarGridProps) {
  const { view, onMonth, today, last, stops, selected, loading = false, level, day } = props;
  const id = useId();
  const grid = useRef<HTMLTableElement>(null);
  const [reached, setReached] = useState<LocalDate | null>(null);
  /**
   * The day that a key moved to, until it has the focus: it is drawn only after the view has
   * changed.
   */
  const wanted = useRef<LocalDate | null>(null);
  const Heading = level === 2 ? 'h2' : 'h3';
  const stop =
    [reached, ...stops].find((date) => date !== null && date !== undefined && isInView(view, date)) ??
    within(view.first, today, null);
  const before = monthBeforeView(view, today);
  const after = monthAfterView(view);

  // Before the browser paints: between the old view and the new one no day would have the focus to
  // receive a key.
  useLayoutEffect(() => {
    const button = grid.current?.querySelector<HTMLElement>(`[data-date="${wanted.current}"]`);
    if (!button) return;
    wanted.current = null;
    button.focus();
  });

  const move = (event: KeyboardEvent, from: LocalDate) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    // A key that is held down goes on from the day that is still to be drawn.
    const base = wanted.current ?? from;
    const to = dateAfterKey(base, event.key, event.shiftKey);
    if (to === null) return;
    event.preventDefault();
    const target = within(to, today, last);
    wanted.current = target;
    setReached(target);
    if (!isInView(view, target)) onMonth(monthOf(target));
  };
  const turn = (month: Month | null, label: string, icon: ReactNode) => (
    <button
      type="button"
      className={buttonClass('quiet', 'icon')}
      aria-label={month === null ? label : `${label}, ${monthText(month).toLowerCase()}`}
      // Not `disabled`: a keyboard user who reaches the last month would lose the focus.
      aria-disabled={month === null || undefined}
      onClick={() => {
        wanted.current = null;
        if (month !== null) onMonth(month);
      }}
    >
      {icon}
    </button>
  );

  return (
    // The buttons stand beside the title, and after the days for the keyboard: they do nothing that
    // PageUp and PageDown do not.
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-y-1.5">
      <Heading
        id={id}
        aria-live="polite"
        // Two months stay on one line beside the buttons.
        className={classNames('-mt-2.5 self-center pl-1', view.months.length > 1 ? TWO_MONTHS : 'text-title')}
      >
        {viewText(view)}
      </Heading>
      <table
        ref={grid}
        {...asGrid}
        aria-labelledby={id}
        aria-busy={loading || undefined}
        className="month-grid col-span-2 row-start-2"
      >
        <WeekdayHeads />
        <tbody className={classNames(loading && 'animate-breathe')}>
          {view.weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <td
                  {...asCell(selected === undefined ? undefined : date === selected)}
                  key={date}
                  data-border={borderOf(view, date)}
                  className="p-0"
                >
                  {day(date, {
                    'data-date': date,
                    tabIndex: date === stop ? 0 : -1,
                    'aria-current': date === today ? 'date' : undefined,
                    onFocus: () => {
                      wanted.current = null;
                      setReached(date);
                    },
                    onKeyDown: (event) => move(event, date),
                  })}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="col-start-2 row-start-1 -mt-2.5 flex gap-1 sm:-mr-2">
        {turn(before, 'Mois précédent', <ChevronLeft aria-hidden="true" />)}
        {turn(
          last !== null && after > monthOf(last) ? null : after,
          'Mois suivant',
          <ChevronRight aria-hidden="true" />,
        )}
      </div>
    </div>
  );
}

const TWO_MONTHS = 'text-[1.0625rem] leading-tight font-semibold';

/** Where another month touches the day: `top`, `left`, or both. */
function borderOf(view: CalendarView, date: LocalDate): string | undefined {
  const differs = (neighbour: LocalDate) => isInView(view, neighbour) && monthOf(neighbour) !== monthOf(date);
  const isMonday = view.weeks.some(([monday]) => monday === date);
  const sides = [
    differs(dateAfter(date, -7)) && 'top',
    !isMonday && differs(dateAfter(date, -1)) && 'left',
  ].filter(Boolean);
  return sides.length === 0 ? undefined : sides.join(' ');
}

/**
 * « 2 »; a month's first day names it: « 1er déc. ». Its button says the whole date, of which the
 * cut month is no part: it is only drawn.
 */
export function DayNumber({ date }: { date: LocalDate }) {
  const day = Number(date.slice(8));
  if (day > 1) return <span>{day}</span>;
  return (
    <span className="month-first" data-month={shortMonthName(date)}>
      {day}
      <sup className="text-[0.6em]">er</sup>
    </span>
  );
}
