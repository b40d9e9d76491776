import type { WallRange } from '#product/availability/rules/hours.ts';
import type { Instant } from '#product/shared/time/instant.ts';
import type { Interval } from '#product/shared/time/interval.ts';
import { epochDayOf, type LocalDate, localDateOf } from '#product/shared/time/local-date.ts';
import { epochDayAt, wallTimeAt, wallTimeOf } from '#product/shared/time/wall-time.ts';
import type { ZoneName } from '#product/shared/time/zone.ts';
import { dateText } from '#web/ui/calendar-days.ts';
import {
  layOutWeek,
  type Strip,
  type WeekBusy,
  type WeekDay,
  type WeekEvent,
} from '#web/ui/week-calendar/layout.ts';
import { WeekColumns } from '#web/ui/week-calendar/week-columns.tsx';
import '#web/ui/week-calendar/week-calendar.css';
import { Link } from 'react-router';
import { capitalised, formatTime } from '#web/lib/format.ts';
import { classNames } from './class-names.ts';
import { wallText } from './wall-text.ts';

export interface WeekCalendarProps {
  zone: ZoneName;
  /** The Monday (or any day) that the week begins with, in the zone. */
  weekStart: LocalDate;
  openRanges: readonly Interval[];
  /** Hatched: taken by another calendar, or blocked by hand. */
  busyRanges?: readonly WeekBusy[];
  events: readonly WeekEvent[];
  /** The moment of the red line. */
  now: Instant;
  view?: 'columns' | 'list';
  /** The day whose column a phone shows; by default today, or the first day of the week. */
  chosen?: LocalDate;
  onDay?: (date: LocalDate) => void;
  /** Called when a stretch was drawn with the mouse; its minutes are local time of the zone. */
  onDraw?: (date: LocalDate, range: WallRange) => void;
  /** Names the calendar; by default « Semaine du 9 mars ». */
  label?: string;
}

/**
 * A week with its bookings, its open hours and the line of now; on a phone a day of it. Or the same
 * as a list.
 */
export function WeekCalendar(props: WeekCalendarProps) {
  const { zone, weekStart, openRanges, busyRanges = [], events, now, view = 'columns' } = props;
  const days = layOutWeek(weekStart, zone, openRanges, busyRanges, events);
  const day = epochDayAt(zone, now);
  const today = localDateOf(day);
  const offset = day - epochDayOf(weekStart);
  const nowMinutes = offset >= 0 && offset < 7 ? (wallTimeAt(zone, now) - wallTimeOf(day, 0)) / 60_000 : null;
  const label = props.label ?? `Semaine du ${dateText(weekStart, { weekday: false })}`;
  const inWeek = days.some(({ date }) => date === today);
  const chosen = props.chosen ?? (inWeek ? today : weekStart);
  return view === 'list' ? (
    <WeekList {...{ label, days, zone, today }} />
  ) : (
    <WeekColumns
      {...{ label, days, zone, today, chosen, nowMinutes }}
      onDay={props.onDay ?? (() => {})}
      onDraw={props.onDraw}
    />
  );
}

interface WeekListProps {
  label: string;
  days: readonly WeekDay[];
  zone: string;
  today: LocalDate;
}

const opening = (open: readonly Strip[]) =>
  open.length === 0
    ? 'Fermé'
    : `Ouvert ${open.map(({ from, to }) => `${wallText(from)}\u2013${wallText(to)}`).join(', ')}`;

/** The same week as a list, day by day. */
function WeekList({ label, days, zone, today }: WeekListProps) {
  return (
    <section aria-label={label} className="num grid content-start gap-1">
      {days.map(({ date, open, busy, events }) => (
        <div key={date} className="border-t border-line py-3">
          <div className="flex items-baseline justify-between gap-4">
            <h3
              aria-current={date === today ? 'date' : undefined}
              className={classNames('text-base', date === today && 'text-live')}
            >
              {capitalised(dateText(date))}
            </h3>
            <p className="text-right text-kicker text-muted">{opening(open)}</p>
          </div>
          {busy.length > 0 && (
            <p className="text-small text-muted">
              Occupé{' '}
              {busy
                .map(({ busy: { label: of }, from, to }) => `${wallText(from)}\u2013${wallText(to)} (${of})`)
                .join(', ')}
            </p>
          )}
          {events.length > 0 && (
            <ul className="mt-2 grid gap-2">
              {events.map(({ event }) => (
                <li key={event.id}>
                  <Link
                    to={event.href}
                    data-tone={event.tone}
                    className="flex min-h-13 items-center gap-4 rounded-md border-l-3 border-(--tone,var(--color-muted)) bg-hover px-3.5 py-2 active:bg-lifted"
                  >
                    <b className="w-16 shrink-0">{formatTime(new Date(event.start), zone)}</b>
                    <span className="min-w-0">
                      <b className="block truncate">{event.title}</b>
                      {event.subtitle && <span className="block text-small text-soft">{event.subtitle}</span>}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
    </section>
  );
}
