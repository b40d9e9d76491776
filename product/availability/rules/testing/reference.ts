import { isDeepStrictEqual } from 'node:util';
import { Temporal } from 'temporal-polyfill';
import type { Interval } from '#product/shared/time/interval.ts';
import type { AvailabilityContext } from '../availability-context.ts';
import { type Availability, checkAvailability } from '../check-availability.ts';
import type { DateSpan, OpeningHours, WallRange } from '../hours.ts';
import { everyFiveMinutes } from './scenes.ts';

const MINUTE = 60_000;

/**
 * The product's rules written out literally, without regard for speed, with Temporal and without sharing code with the engine. Expects
 * times on whole five minutes. Answers for any start.
 */
function referenceFor(context: AvailabilityContext, around: Interval): (start: number) => Availability {
  const { hours, rules, wanted, occupied, attending, busy, now } = context;
  const duration = wanted.durationMinutes * MINUTE;
  const blocks = openBlocks(context, around);
  const isOpen = (at: number) => blocks.some((block) => block.start <= at && at < block.end);
  const closed = (reason: (Availability & { free: false })['reason']): Availability => ({
    free: false,
    reason,
  });
  const overlaps = (a: Interval, start: number, end: number) =>
    a.end > a.start && a.start < end && start < a.end;

  const today = streamersDate(hours, now);
  const first = rules.window.kind === 'dates' ? Temporal.PlainDate.from(rules.window.first) : null;
  const windowStart = first === null ? Number.NEGATIVE_INFINITY : beginningOf(hours, first, first);
  const last = lastBookable();
  const windowEnd = beginningOf(hours, last, last.add({ days: 1 }));

  function lastBookable(): Temporal.PlainDate {
    const aYear = today.add({ days: 365 });
    if (rules.window.kind === 'dates') {
      const chosen = Temporal.PlainDate.from(rules.window.last);
      return Temporal.PlainDate.compare(chosen, aYear) < 0 ? chosen : aYear;
    }
    if (rules.window.kind === 'days') return today.add({ days: rules.horizonDays });
    let date = today;
    for (let open = 0; open < rules.horizonDays && !date.equals(aYear); ) {
      date = date.add({ days: 1 });
      if (rangesOf(hours, date).length > 0) open++;
    }
    return date;
  }

  const sessions = [...new Set(occupied.map(({ start }) => start))].map((at) => streamersDate(hours, at));
  const sessionsOn = (isSame: (date: Temporal.PlainDate) => boolean): number =>
    sessions.filter(isSame).length;

  /**
   * Whether a start is a whole number of steps in local time after the beginning of the running hours that began last, and not the second
   * occurrence of its wall time.
   */
  function isOnGrid(start: number): boolean {
    const running = blocks.filter((block) => block.start <= start && start < block.end);
    const begun = running.reduce((latest, block) => (block.start >= latest.start ? block : latest));
    const shown = wallIn(begun.zone, start).toPlainDateTime();
    const firstTime = shown.toZonedDateTime(begun.zone, { disambiguation: 'earlier' }).epochMilliseconds;
    const minutes = shown.since(begun.opens, { largestUnit: 'minutes' }).total('minutes');
    return firstTime === start && minutes % rules.stepMinutes === 0;
  }

  return (start) => {
    const end = start + duration;
    const date = streamersDate(hours, start);
    if (start < now) return closed('past');
    if (start < now + rules.noticeMinutes * MINUTE) return closed('too_soon');
    if (start < windowStart || start >= windowEnd)
      return closed(rules.window.kind === 'dates' ? 'outside_window' : 'too_far');
    for (let at = start; at < end; at += 5 * MINUTE)
      if (!isOpen(at)) return closed(covers(hours.absences, date) ? 'absent' : 'outside_hours');

    const sameGroup = occupied.filter(
      (other) =>
        wanted.capacity > 1 && other.offerId === wanted.offerId && other.start === start && other.end === end,
    );
    if (sameGroup.length > 0) {
      const seatsLeft = wanted.capacity - sameGroup.reduce((sum, { seatsTaken }) => sum + seatsTaken, 0);
      return seatsLeft >= wanted.seats ? { free: true, seatsLeft } : closed('full');
    }

    if (!isOnGrid(start)) return closed('not_on_step');

    if (occupied.some((other) => overlaps(other, start, end))) return closed('taken');
    if (attending.some((other) => overlaps(other, start, end))) return closed('attending');
    if (busy.some((other) => overlaps(other, start, end))) return closed('busy');
    const from = start - rules.bufferBeforeMinutes * MINUTE;
    const to = end + rules.bufferAfterMinutes * MINUTE;
    const tooClose = occupied.some(
      (other) =>
        other.start - other.bufferBeforeMinutes * MINUTE < to &&
        from < other.end + other.bufferAfterMinutes * MINUTE,
    );
    if (tooClose || [...attending, ...busy].some((other) => overlaps(other, from, to)))
      return closed('buffer');

    const monday = (day: Temporal.PlainDate) => day.subtract({ days: day.dayOfWeek - 1 });
    if (sessionsOn((day) => day.equals(date)) >= (rules.maxPerDay ?? Infinity)) return closed('daily_cap');
    if (sessionsOn((day) => monday(day).equals(monday(date))) >= (rules.maxPerWeek ?? Infinity)) {
      return closed('weekly_cap');
    }
    const month = (day: Temporal.PlainDate) => day.toPlainYearMonth();
    if (sessionsOn((day) => month(day).equals(month(date))) >= (rules.maxPerMonth ?? Infinity))
      return closed('monthly_cap');
    return wanted.seats > wanted.capacity ? closed('full') : { free: true, seatsLeft: wanted.capacity };
  };
}

const wallIn = (zone: string, at: number): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);

const covers = (spans: readonly DateSpan[], date: Temporal.PlainDate): boolean =>
  spans.some(({ first, last }) => first <= date.toString() && date.toString() <= last);

const zoneOn = ({ zone, travels }: OpeningHours, date: Temporal.PlainDate): string =>
  travels.find((travel) => covers([travel], date))?.zone ?? zone;

/** The streamer's date: the travel's while its zone's date is one of its days, else the date at home. */
function streamersDate({ zone, travels }: OpeningHours, at: number): Temporal.PlainDate {
  const away = travels.find((travel) => covers([travel], wallIn(travel.zone, at).toPlainDate()));
  return wallIn(away?.zone ?? zone, at).toPlainDate();
}

/** When `date` begins in the zone in which the hours of `of` are meant. */
const beginningOf = (hours: OpeningHours, of: Temporal.PlainDate, date: Temporal.PlainDate): number =>
  reach(date, 0, zoneOn(hours, of));

function rangesOf(
  { weekly, exceptions, holidays, absences }: OpeningHours,
  date: Temporal.PlainDate,
): readonly WallRange[] {
  if (covers(absences, date)) return [];
  const exception = exceptions.find((candidate) => candidate.date === date.toString());
  if (exception) return exception.ranges;
  if (holidays.some((candidate) => candidate === date.toString())) return [];
  return weekly.filter(({ weekday }) => weekday === date.dayOfWeek);
}

interface Block {
  start: number;
  end: number;
  zone: string;
  /** The local time at which they begin. */
  opens: Temporal.PlainDateTime;
}

/** The hours of each date near `around`, those of one date that meet as one; in the order of their dates. */
function openBlocks({ hours }: AvailabilityContext, around: Interval): Block[] {
  const dateOf = (at: number) => wallIn(hours.zone, at).toPlainDate();
  const last = dateOf(around.end).add({ days: 3 });
  const blocks: Block[] = [];
  let date = dateOf(around.start).subtract({ days: 3 });
  for (; Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 })) {
    const zone = zoneOn(hours, date);
    const minutes = new Set<number>();
    for (const { from, to } of rangesOf(hours, date)) for (let at = from; at < to; at += 5) minutes.add(at);
    for (const from of [...minutes].sort((a, b) => a - b).filter((at) => !minutes.has(at - 5))) {
      let to = from;
      while (minutes.has(to)) to += 5;
      const start = reach(date, from, zone);
      const end = reach(date, to, zone);
      if (start < end)
        blocks.push({ start, end, zone, opens: date.toPlainDateTime().add({ minutes: from }) });
    }
  }
  return blocks;
}

/** When the zone's local time first shows, or by a jump passes, so many minutes after the date's midnight. */
function reach(date: Temporal.PlainDate, minutes: number, zone: string): number {
  const plain = date.toPlainDateTime().add({ minutes });
  const earlier = plain.toZonedDateTime(zone, { disambiguation: 'earlier' });
  if (earlier.toPlainDateTime().equals(plain)) return earlier.epochMilliseconds;
  const jump = earlier.getTimeZoneTransition('next');
  if (!jump) throw new Error(`${plain} is missing in ${zone} without a jump`);
  return jump.epochMilliseconds;
}

/** The first fifth minute of `range` for which the engine and the reference disagree; null when there is none. */
export function disagreement(context: AvailabilityContext, range: Interval) {
  const reference = referenceFor(context, range);
  for (const start of everyFiveMinutes(range)) {
    const answers = { engine: checkAvailability(context, start), reference: reference(start) };
    if (!isDeepStrictEqual(answers.engine, answers.reference)) return { start, ...answers };
  }
  return null;
}
