import type { Instant } from '#domain/time/instant.ts';
import type { Interval } from '#domain/time/interval.ts';
import { epochDayOf, type LocalDate, localDateOf } from '#domain/time/local-date.ts';
import { epochDayAt, wallTimeAt, wallTimeOf } from '#domain/time/wall-time.ts';
import type { ZoneName } from '#domain/time/zone.ts';
import { dateText } from '#web/ui/calendar-days.ts';
import { layOutWeek, type WeekEvent } from '#web/ui/week-calendar/layout.ts';
import { WeekColumns } from '#web/ui/week-calendar/week-columns.tsx';
import { WeekList } from '#web/ui/week-calendar/week-list.tsx';
import '#web/ui/week-calendar/week-calendar.css';

export interface WeekCalendarProps {
  zone: ZoneName;
  /** The Monday (or any day) that the week begins with, in the zone. */
  weekStart: LocalDate;
  openRanges: readonly Interval[];
  /** Hatched: taken by another calendar. */
  busyRanges?: readonly Interval[];
  events: readonly WeekEvent[];
  /** The moment of the red line. */
  now: Instant;
  /** The list on every screen, for those who chose it; on phones it is there anyway. */
  view?: 'columns' | 'list';
  /** Names it; « Semaine du 9 mars » unless told. */
  label?: string;
}

/** A week with its bookings, its open hours and the line of now; on a phone the same, day by day. */
export function WeekCalendar(props: WeekCalendarProps) {
  const { zone, weekStart, openRanges, busyRanges = [], events, now, view = 'columns' } = props;
  const days = layOutWeek(weekStart, zone, openRanges, busyRanges, events);
  const day = epochDayAt(zone, now);
  const today = localDateOf(day);
  const offset = day - epochDayOf(weekStart);
  const nowMinutes = offset >= 0 && offset < 7 ? (wallTimeAt(zone, now) - wallTimeOf(day, 0)) / 60_000 : null;
  const label = props.label ?? `Semaine du ${dateText(weekStart, { weekday: false })}`;
  return (
    <>
      {view === 'columns' && <WeekColumns {...{ label, days, zone, today, nowMinutes }} />}
      <WeekList {...{ label, days, zone, today }} always={view === 'list'} />
    </>
  );
}
