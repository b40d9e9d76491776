import { ChevronLeft, ChevronRight } from 'lucide-react';
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { LocalDate } from '#domain/time/local-date.ts';
import { plural } from '#web/lib/format.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import {
  dateAfterKey,
  dateText,
  type Month,
  monthAfter,
  monthOf,
  monthText,
  weeksOf,
  within,
} from '#web/ui/calendar-days.ts';
import { classNames } from '#web/ui/class-names.ts';
import '#web/ui/month-grid.css';
import { WeekdayHeads } from '#web/ui/weekday-heads.tsx';

interface MonthGridProps {
  /** The month shown, kept by the caller in the URL. */
  month: Month;
  onMonth: (month: Month) => void;
  selected: LocalDate | null;
  /** Only days with starts are ever given. */
  onSelect: (date: LocalDate) => void;
  /** How many starts are free on each day; a day that is not in it has none. */
  free: ReadonlyMap<LocalDate, number>;
  /** How many starts each day has, including taken ones, so that a full day can be chosen too. Without it only free starts are counted. */
  total?: ReadonlyMap<LocalDate, number>;
  /** Today's date in the zone shown. */
  today: LocalDate;
  /** The last day that can be booked at all; the months after it are not offered. */
  last: LocalDate | null;
  /** While the counts are loading, the days stay in place. */
  loading?: boolean;
  /** Said under a month without a free day: « Aucun créneau en mars. », with a way on. */
  empty?: ReactNode;
  /** The level of the month as a heading in its page. */
  level?: 2 | 3;
}

/** The element is a table; these roles make it a grid with keyboard navigation (APG, date picker). */
const asGrid = { role: 'grid' };
const asCell = (selected: boolean) => ({ role: 'gridcell', 'aria-selected': selected });

/**
 * How much of the bar under a day is lit: the share of its starts that is free. Without the day's number of starts, the share of the free
 * starts of the day that has most. A single free start is still visible.
 */
export const litPart = (free: number, total: number): number =>
  free === 0 ? 0 : Math.max(0.12, free / total);

/** How a day is read aloud: « jeudi 12 mars, 3 créneaux », « … 3 créneaux sur 8 », « … complet ». */
export function dayName(date: LocalDate, free: number, total: number, loading = false): string {
  if (loading) return dateText(date);
  if (free === 0) return `${dateText(date)}, ${total > 0 ? 'complet' : 'aucun créneau'}`;
  const many = plural(free, 'créneau', 'créneaux');
  return `${dateText(date)}, ${many}${total > free ? ` sur ${String(total)}` : ''}`;
}

/**
 * The days of a month as a WAI-ARIA grid: one tab stop, arrows by day and week, Home and End within the week, PageUp and PageDown by
 * month (with Shift by year), Enter chooses. Days without a start can be reached, so that they can be heard, but not chosen. The focus follows
 * into the month that a key leads to, however long that month takes to be drawn.
 */
export function MonthGrid(props: MonthGridProps) {
  const { month, onMonth, selected, onSelect, free, total, today, last } = props;
  const { loading = false, empty, level = 3 } = props;
  const id = useId();
  const grid = useRef<HTMLTableElement>(null);
  const [reached, setReached] = useState<LocalDate | null>(null);
  /** The day that a key moved to, until it has the focus: it is drawn only after the month has changed. */
  const wanted = useRef<LocalDate | null>(null);
  const Heading = level === 2 ? 'h2' : 'h3';

  const inMonth = (date: LocalDate | null) => date !== null && monthOf(date) === month;
  const firstFree = weeksOf(month)
    .flat()
    .find((date) => date !== null && free.has(date));
  const first = `${month}-01` as LocalDate;
  const stop =
    [reached, selected].find(inMonth) ?? firstFree ?? within(first, inMonth(today) ? today : null, null);

  // Before the browser paints: between the old month and the new one no day would have the focus to receive a key.
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
    const target = within(to, `${monthOf(today)}-01` as LocalDate, last);
    wanted.current = target;
    setReached(target);
    if (monthOf(target) !== month || monthOf(base) !== month) onMonth(monthOf(target));
  };
  const busiest = Math.max(1, ...free.values());
  const isLast = last !== null && monthOf(last) <= month;
  const turn = (by: number, disabled: boolean, label: string) => (
    <button
      type="button"
      className={buttonClass('quiet', 'icon', by > 0 ? 'sm:-mr-2' : '')}
      aria-label={`${label}, ${monthText(monthAfter(month, by)).toLowerCase()}`}
      // Not `disabled`: a keyboard user who reaches the last month would lose the focus.
      aria-disabled={disabled || undefined}
      onClick={() => {
        wanted.current = null;
        if (!disabled) onMonth(monthAfter(month, by));
      }}
    >
      {by < 0 ? <ChevronLeft aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
    </button>
  );

  return (
    <div className="num">
      <div className="-mt-2.5 mb-1.5 flex items-center gap-1 pl-1">
        <Heading id={id} aria-live="polite" className="flex-1 text-title">
          {monthText(month)}
        </Heading>
        {turn(-1, month <= monthOf(today), 'Mois précédent')}
        {turn(1, isLast, 'Mois suivant')}
      </div>
      <table
        ref={grid}
        {...asGrid}
        aria-labelledby={id}
        aria-busy={loading || undefined}
        className="month-grid"
      >
        <WeekdayHeads />
        <tbody className={classNames(loading && 'animate-breathe')}>
          {weeksOf(month).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((date, weekday) => {
                if (date === null) return <td key={weekday} />;
                const count = loading ? 0 : (free.get(date) ?? 0);
                const all = loading ? 0 : Math.max(count, total?.get(date) ?? 0);
                return (
                  <td {...asCell(date === selected)} key={date} className="p-0">
                    <button
                      type="button"
                      data-date={date}
                      data-free={count > 0 || undefined}
                      data-full={(count === 0 && all > 0) || undefined}
                      data-selected={date === selected || undefined}
                      tabIndex={date === stop ? 0 : -1}
                      aria-label={dayName(date, count, all, loading)}
                      aria-current={date === today ? 'date' : undefined}
                      aria-disabled={all === 0 || undefined}
                      onFocus={() => {
                        wanted.current = null;
                        setReached(date);
                      }}
                      onKeyDown={(event) => move(event, date)}
                      onClick={() => all > 0 && onSelect(date)}
                      className="month-day"
                      style={{ '--lit': litPart(count, total ? all : busiest) } as CSSProperties}
                    >
                      <DayNumber date={date} />
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {!loading && firstFree === undefined && empty && (
        <div className="mt-3 px-1 text-small text-soft">{empty}</div>
      )}
    </div>
  );
}

/** The day as « 1er », both read aloud and shown. */
function DayNumber({ date }: { date: LocalDate }) {
  const day = Number(date.slice(8));
  return (
    <span>
      {day}
      {day === 1 && <sup className="text-[0.6em]">er</sup>}
    </span>
  );
}
