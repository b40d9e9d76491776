import { Temporal } from 'temporal-polyfill';
import type { AvailabilityContext } from '#domain/availability/availability-context.ts';
import type { Availability } from '#domain/availability/check-availability.ts';
import type { Interval } from '#domain/time/interval.ts';

const MINUTE = 60_000;

/**
 * The product's rules read aloud, with no thought for speed, over Temporal and sharing no code with the engine. Expects
 * times on whole five minutes. Answers for any start.
 */
export function referenceFor(
  context: AvailabilityContext,
  around: Interval,
): (start: number) => Availability {
  const { hours, rules, wanted, occupied, busy, now } = context;
  const duration = wanted.durationMinutes * MINUTE;
  const open = openIntervals(context, around);
  const isOpen = (at: number) => open.some((range) => range.start <= at && at < range.end);
  const lastDay = wall(now).toPlainDate().add({ days: rules.horizonDays });
  const closed = (reason: (Availability & { free: false })['reason']): Availability => ({
    free: false,
    reason,
  });
  const overlaps = (a: Interval, start: number, end: number) =>
    a.end > a.start && a.start < end && start < a.end;

  function wall(at: number): Temporal.ZonedDateTime {
    return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(hours.zone);
  }

  function sessionsOn(isSame: (date: Temporal.PlainDate) => boolean): number {
    const starts = occupied
      .filter(({ start }) => isSame(wall(start).toPlainDate()))
      .map(({ start }) => start);
    return new Set(starts).size;
  }

  return (start) => {
    const end = start + duration;
    const shown = wall(start);
    const date = shown.toPlainDate();
    if (start < now) return closed('past');
    if (start < now + rules.noticeMinutes * MINUTE) return closed('too_soon');
    if (Temporal.PlainDate.compare(date, lastDay) > 0) return closed('too_far');
    for (let at = start; at < end; at += 5 * MINUTE) if (!isOpen(at)) return closed('outside_hours');

    const sameGroup = occupied.filter(
      (other) =>
        wanted.capacity > 1 && other.offerId === wanted.offerId && other.start === start && other.end === end,
    );
    if (sameGroup.length > 0) {
      const seatsLeft = wanted.capacity - sameGroup.reduce((sum, { seatsTaken }) => sum + seatsTaken, 0);
      return seatsLeft >= wanted.seats ? { free: true, seatsLeft } : closed('full');
    }

    const first = shown.toPlainDateTime().toZonedDateTime(hours.zone, { disambiguation: 'earlier' });
    const minuteOfDay = shown.hour * 60 + shown.minute;
    if (first.epochMilliseconds !== start || minuteOfDay % rules.stepMinutes !== 0)
      return closed('not_on_step');

    if (occupied.some((other) => overlaps(other, start, end))) return closed('taken');
    if (busy.some((other) => overlaps(other, start, end))) return closed('busy');
    const from = start - rules.bufferBeforeMinutes * MINUTE;
    const to = end + rules.bufferAfterMinutes * MINUTE;
    const tooClose = occupied.some(
      (other) =>
        other.start - other.bufferBeforeMinutes * MINUTE < to &&
        from < other.end + other.bufferAfterMinutes * MINUTE,
    );
    if (tooClose || busy.some((other) => overlaps(other, from, to))) return closed('buffer');

    const monday = (day: Temporal.PlainDate) => day.subtract({ days: day.dayOfWeek - 1 });
    if (sessionsOn((day) => day.equals(date)) >= (rules.maxPerDay ?? Infinity)) return closed('daily_cap');
    if (sessionsOn((day) => monday(day).equals(monday(date))) >= (rules.maxPerWeek ?? Infinity)) {
      return closed('weekly_cap');
    }
    return wanted.seats > wanted.capacity ? closed('full') : { free: true, seatsLeft: wanted.capacity };
  };
}

function openIntervals({ hours }: AvailabilityContext, around: Interval): { start: number; end: number }[] {
  const dateOf = (at: number) =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(hours.zone).toPlainDate();
  const last = dateOf(around.end).add({ days: 2 });
  const open: { start: number; end: number }[] = [];
  let date = dateOf(around.start).subtract({ days: 2 });
  for (; Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 })) {
    const weekday = date.dayOfWeek;
    const text = date.toString();
    const exception = hours.exceptions.find((candidate) => candidate.date === text);
    const holiday = hours.holidays.some((candidate) => candidate === text);
    const weekly = hours.weekly.filter((range) => range.weekday === weekday);
    for (const { from, to } of exception?.ranges ?? (holiday ? [] : weekly)) {
      open.push({ start: reach(date, from, hours.zone), end: reach(date, to, hours.zone) });
    }
  }
  return open;
}

/** When the wall in the zone first shows, or by a jump passes, so many minutes after the date's midnight. */
function reach(date: Temporal.PlainDate, minutes: number, zone: string): number {
  const plain = date.toPlainDateTime().add({ minutes });
  const earlier = plain.toZonedDateTime(zone, { disambiguation: 'earlier' });
  if (earlier.toPlainDateTime().equals(plain)) return earlier.epochMilliseconds;
  const jump = earlier.getTimeZoneTransition('next');
  if (!jump) throw new Error(`${plain} is missing in ${zone} without a jump`);
  return jump.epochMilliseconds;
}
