import type pg from 'pg';
import { AppError } from '#contracts/errors.ts';
import type { DateException, OpeningHours, WeeklyRange } from '#domain/availability/hours.ts';
import { type Occupied, type SlotQuestion, spanToRead, type Wanted } from '#domain/availability/question.ts';
import type { BookingRules } from '#domain/availability/rules.ts';
import { noticeFor } from '#domain/booking/deadlines.ts';
import { daysAfter, type Instant, instantOf } from '#domain/time/instant.ts';
import type { Interval } from '#domain/time/interval.ts';
import { localDateAt } from '#domain/time/wall-time.ts';
import { holidaysBetween } from './holidays-between.ts';
import { READ_QUESTION } from './read-question.ts';

/** What of an offer, or of a booking that is to move, decides when it can take place. */
export interface OfferedSession {
  /** Null: a session to try out, of no offer; nobody can join it. */
  id: string | null;
  durationMinutes: number;
  seats: number;
  confirmation: 'instant' | 'on_request';
}

/** What a streamer has painted and not saved yet. */
export interface HoursDraft {
  zone: string;
  weekly: readonly WeeklyRange[];
  rules: BookingRules;
  closedOnHolidays: boolean;
}

export interface QuestionOptions {
  streamerId: string;
  offer: OfferedSession;
  now: Date;
  /** The starts that will be asked about. */
  span: Interval;
  /** A booking that may move into its own time. It takes its own buffers along, as the exclusion constraint sees them. */
  excludeBookingId?: string | null;
  draft?: HoursDraft | null;
}

/** What `READ_QUESTION` answers about one streamer. */
export interface QuestionRow {
  id: string;
  zone: string;
  buffer_before_minutes: number;
  buffer_after_minutes: number;
  notice_minutes: number;
  horizon_days: number;
  step_minutes: number;
  max_per_day: number | null;
  max_per_week: number | null;
  closed_on_holidays: boolean;
  /** [weekday, from, to] */
  weekly: [WeeklyRange['weekday'], number, number][];
  exceptions: DateException[];
  /** [start, end] in epoch milliseconds. */
  busy: [number, number][];
  /** [start, end, offer id, buffer before, buffer after, seats taken]; one for each session. */
  occupied: [number, number, string | null, number, number, number][];
  /** Before and after, of the booking that moves. */
  frozen_buffers: [number, number] | null;
}

/**
 * All that decides about the starts of `span`, in one statement, so from one moment. Bookings whose time has run out but which no job
 * has ended yet are left out; the exclusion constraint still counts them, so whoever writes ends them first (lifecycle/lock-time.ts).
 * @throws AppError streamer_not_found
 */
export async function loadQuestion(
  db: pg.ClientBase | pg.Pool,
  options: QuestionOptions,
): Promise<SlotQuestion> {
  const { streamerId, offer, now, span, excludeBookingId = null, draft = null } = options;
  const { start, end } = readFor(span);
  const { rows } = await db.query<QuestionRow>({
    name: 'read-question',
    text: READ_QUESTION,
    values: [streamerId, new Date(start), new Date(end), now, excludeBookingId],
  });
  const [row] = rows;
  if (!row) throw new AppError('streamer_not_found');
  return questionFrom(row, { offer, now, span, draft });
}

/** The question about one offer, from what was read for `span`. */
export function questionFrom(
  row: QuestionRow,
  { offer, now, span, draft = null }: Pick<QuestionOptions, 'offer' | 'now' | 'span' | 'draft'>,
): SlotQuestion {
  const rules = draft?.rules ?? rulesOf(row);
  return {
    hours: hoursOf(row, draft, span),
    rules: {
      ...rules,
      noticeMinutes: noticeFor(rules.noticeMinutes, offer.confirmation),
      bufferBeforeMinutes: row.frozen_buffers?.[0] ?? rules.bufferBeforeMinutes,
      bufferAfterMinutes: row.frozen_buffers?.[1] ?? rules.bufferAfterMinutes,
    },
    busy: row.busy.map(([from, to]) => ({ start: from as Instant, end: to as Instant })),
    occupied: row.occupied.map(occupiedOf),
    wanted: wantedOf(offer),
    now: instantOf(now.getTime()),
  };
}

/**
 * The streamer's zone stands in the row that is yet to be read: so `spanToRead` is asked in UTC, and two days are added on each side, more
 * than any zone is away from it. Reading more changes nothing.
 */
export function readFor({ start, end }: Interval): Interval {
  const utc = spanToRead({ zone: 'UTC' }, { start: daysAfter(start, -2), end: daysAfter(end, 2) });
  return { start: daysAfter(utc.start, -2), end: daysAfter(utc.end, 2) };
}

const wantedOf = ({ id, durationMinutes, seats }: OfferedSession): Wanted => ({
  offerId: id ?? '',
  durationMinutes,
  capacity: id === null ? 1 : seats,
  seats: 1,
});

const occupiedOf = ([
  start,
  end,
  offerId,
  before,
  after,
  seatsTaken,
]: QuestionRow['occupied'][number]): Occupied => ({
  start: start as Instant,
  end: end as Instant,
  // A booking of no offer is of none that could be wanted.
  offerId: offerId ?? 'none',
  bufferBeforeMinutes: before,
  bufferAfterMinutes: after,
  seatsTaken,
});

const rulesOf = (row: QuestionRow): BookingRules => ({
  bufferBeforeMinutes: row.buffer_before_minutes,
  bufferAfterMinutes: row.buffer_after_minutes,
  noticeMinutes: row.notice_minutes,
  horizonDays: row.horizon_days,
  stepMinutes: row.step_minutes,
  maxPerDay: row.max_per_day,
  maxPerWeek: row.max_per_week,
});

function hoursOf(row: QuestionRow, draft: HoursDraft | null, span: Interval): OpeningHours {
  const zone = draft?.zone ?? row.zone;
  const closedOnHolidays = draft?.closedOnHolidays ?? row.closed_on_holidays;
  return {
    zone,
    weekly: draft?.weekly ?? row.weekly.map(([weekday, from, to]) => ({ weekday, from, to })),
    exceptions: row.exceptions,
    holidays: closedOnHolidays
      ? holidaysBetween(
          localDateAt(zone, daysAfter(span.start, -2)),
          localDateAt(zone, daysAfter(span.end, 2)),
        )
      : [],
  };
}
