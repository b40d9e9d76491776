import type { LocalDate } from '#product/shared/time/local-date.ts';
import { type DayKind, rangesText } from '#web/features/availability/day-kind.ts';
import { dateText, firstOf, type Month, within } from '#web/ui/calendar-days.ts';
import { CalendarGrid, DayNumber } from '#web/ui/calendar-grid.tsx';
import { viewOfMonth } from '#web/ui/calendar-view.ts';
import '#web/features/availability/dates-month.css';

interface DatesMonthProps {
  month: Month;
  onMonth: (month: Month) => void;
  today: LocalDate;
  dayOf: (date: LocalDate) => DayKind;
  onChoose: (date: LocalDate) => void;
}

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

/**
 * A month of one's dates, moved in as the booker's is; Enter opens the date. Past days are shown
 * and closed.
 */
export function DatesMonth({ month, onMonth, today, dayOf, onChoose }: DatesMonthProps) {
  return (
    <div className="num">
      <CalendarGrid
        view={viewOfMonth(month, today)}
        {...{ onMonth, today }}
        last={null}
        stops={[within(firstOf(month), today, null)]}
        level={3}
        day={(date, keys) => {
          const day = dayOf(date);
          return (
            <button
              type="button"
              {...keys}
              data-kind={day.kind}
              data-open={day.ranges.length > 0 || undefined}
              aria-label={dayName(date, day)}
              disabled={date < today}
              onClick={() => onChoose(date)}
              className="month-day special-day"
            >
              <DayNumber date={date} />
            </button>
          );
        }}
      />
    </div>
  );
}
