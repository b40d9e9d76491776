import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { LocalDate } from '#domain/time/local-date.ts';
import { type DayKind, rangesText } from '#web/features/availability/day-kind.ts';
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
import { WEEKDAYS } from '#web/ui/wall-text.ts';
import { WeekdayHeads } from '#web/ui/weekday-heads.tsx';
import '#web/ui/month-grid.css';
import '#web/features/availability/dates-month.css';

interface DatesMonthProps {
  month: Month;
  onMonth: (month: Month) => void;
  today: LocalDate;
  dayOf: (date: LocalDate) => DayKind;
  onChoose: (date: LocalDate) => void;
}

const asGrid = { role: 'grid' };
const asCell = { role: 'gridcell' };

const KINDS: Readonly<Record<DayKind['kind'], string>> = {
  usual: '',
  holiday: 'jour férié, ',
  other: 'd’autres heures, ',
  closed: 'date fermée, ',
  absent: 'absence, ',
};

/** « jeudi 25 décembre, Noël, jour férié, fermé ». */
const dayName = (date: LocalDate, { kind, holiday, note, ranges }: DayKind): string =>
  `${dateText(date)}, ${holiday ? `${holiday}, ` : ''}${KINDS[kind]}${rangesText(ranges)}${note ? `, ${note}` : ''}`;

/** A month of one's dates as a WAI-ARIA grid, moved in as the booker's is; Enter opens the date. Past days are shown and closed. */
export function DatesMonth({ month, onMonth, today, dayOf, onChoose }: DatesMonthProps) {
  const grid = useRef<HTMLTableElement>(null);
  const [reached, setReached] = useState<LocalDate | null>(null);
  /** Where a key has led to: drawn only once the month has changed, which its address does in its own time. */
  const follow = useRef<LocalDate | null>(null);
  const first = `${month}-01` as LocalDate;
  const stop = reached !== null && monthOf(reached) === month ? reached : within(first, today, null);

  useEffect(() => {
    const day = grid.current?.querySelector<HTMLElement>(`[data-date="${follow.current ?? ''}"]`);
    if (!day || month !== monthOf(follow.current ?? today)) return;
    follow.current = null;
    day.focus();
  });

  const move = (event: KeyboardEvent, from: LocalDate) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const to = dateAfterKey(from, event.key, event.shiftKey);
    if (to === null) return;
    event.preventDefault();
    const target = within(to, today, null);
    follow.current = target;
    setReached(target);
    if (monthOf(target) !== month) onMonth(monthOf(target));
  };
  const turn = (by: number, label: string) => (
    <button
      type="button"
      className={buttonClass('quiet', 'icon')}
      aria-label={`${label}, ${monthText(monthAfter(month, by)).toLowerCase()}`}
      disabled={by < 0 && month <= monthOf(today)}
      onClick={() => onMonth(monthAfter(month, by))}
    >
      {by < 0 ? <ChevronLeft aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
    </button>
  );
  return (
    <div className="num">
      <div className="mb-2 flex items-center gap-1 pl-1">
        <h3 id="dates-month" aria-live="polite" className="flex-1 text-title">
          {monthText(month)}
        </h3>
        {turn(-1, 'Mois précédent')}
        {turn(1, 'Mois suivant')}
      </div>
      <table ref={grid} {...asGrid} aria-labelledby="dates-month" className="month-grid">
        <WeekdayHeads />
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((date, weekday) => {
                if (date === null) return <td key={WEEKDAYS[weekday]} />;
                const day = dayOf(date);
                return (
                  <td {...asCell} key={date} className="p-0">
                    <button
                      type="button"
                      data-date={date}
                      data-kind={day.kind}
                      data-open={day.ranges.length > 0 || undefined}
                      tabIndex={date === stop ? 0 : -1}
                      aria-label={dayName(date, day)}
                      aria-current={date === today ? 'date' : undefined}
                      disabled={date < today}
                      onFocus={() => setReached(date)}
                      onKeyDown={(event) => move(event, date)}
                      onClick={() => onChoose(date)}
                      className="month-day special-day"
                    >
                      <span>
                        {Number(date.slice(8))}
                        {date.endsWith('-01') && <sup className="text-[0.6em]">er</sup>}
                      </span>
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
