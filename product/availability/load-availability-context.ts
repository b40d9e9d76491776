import type pg from 'pg';
import { AppError } from '#product/shared/errors.ts';
import { daysAfter, earliest, type Instant, instantOf } from '#product/shared/time/instant.ts';
import type { Interval } from '#product/shared/time/interval.ts';
import { type LocalDate, parseLocalDate } from '#product/shared/time/local-date.ts';
import { localDateAt } from '#product/shared/time/wall-time.ts';
import type { Row } from '#server/postgres/typed-query.ts';
import {
  NO_RULES_OF_ITS_OWN,
  type OfferRules,
  rulesOfOffer,
  rulesOfRow,
  type StreamerRules,
} from './rules/availability.ts';
import {
  type AvailabilityContext,
  type Occupied,
  spanToRead,
  type Wanted,
} from './rules/availability-context.ts';
import { frenchHolidays } from './rules/holidays.ts';
import type { OpeningHours, Travel, WeeklyRange } from './rules/hours.ts';
import { noticeFor } from './rules/notice.ts';

/** The facts of an offer, or of a booking that is to move, that decide when it can take place. */
export interface OfferedSession {
  /** Null: a session to try out, of no offer; nobody can join it. */
  id: string | null;
  durationMinutes: number;
  seats: number;
  confirmation: 'instant' | 'on_request';
}

/** Hours that a streamer has drawn and not saved yet. */
interface HoursDraft {
  zone: string;
  weekly: readonly WeeklyRange[];
  rules: StreamerRules;
  closedOnHolidays: boolean;
  travels: readonly Travel[];
}

export interface ContextOptions {
  streamerId: string;
  offer: OfferedSession;
  now: Date;
  /** The starts that will be asked about. */
  span: Interval;
  /**
   * The bookings that move, whose own time counts as free. Their buffers move with them, as in the
   * exclusion constraint.
   */
  moving?: readonly string[];
  draft?: HoursDraft | null;
}

/** The columns read of one streamer. */
type AvailabilityRow = Row<typeof READ_CONTEXT>;

/**
 * Everything that decides about the starts of `span`, read in one statement and so from one moment.
 * Bookings that have lapsed but are not ended yet are left out; the exclusion constraint still
 * counts them, so a writer ends them first (lifecycle/lock-time.ts).
 * @throws AppError streamer_not_found
 */
export async function loadAvailabilityContext(
  db: pg.ClientBase | pg.Pool,
  options: ContextOptions,
): Promise<AvailabilityContext> {
  const { streamerId, offer, now, span, moving = [], draft = null } = options;
  const { start, end } = readFor(span);
  const { rows } = await db.query({
    name: 'availability-context',
    text: READ_CONTEXT,
    values: [streamerId, new Date(start), new Date(end), now, moving, offer.id === null ? [] : [offer.id]],
  });
  const [row] = rows;
  if (!row) throw new AppError('streamer_not_found');
  return contextFrom(row, { offer, now, span, draft });
}

/** The context of one offer, from the facts read for `span`. */
function contextFrom(
  row: AvailabilityRow,
  { offer, now, span, draft = null }: Pick<ContextOptions, 'offer' | 'now' | 'span' | 'draft'>,
): AvailabilityContext {
  const own: OfferRules = row.offers.find(({ id }) => id === offer.id) ?? NO_RULES_OF_ITS_OWN;
  const rules = rulesOfOffer(draft?.rules ?? rulesOfRow(row), own, offer.durationMinutes);
  const hours = hoursOf(row, draft, { start: earliest(span.start, instantOf(now.getTime())), end: span.end });
  return {
    hours: own.weekly === null ? hours : { ...hours, weekly: own.weekly },
    rules: {
      ...rules,
      noticeMinutes: noticeFor(rules.noticeMinutes, offer.confirmation),
      bufferBeforeMinutes: row.frozen_before ?? rules.bufferBeforeMinutes,
      bufferAfterMinutes: row.frozen_after ?? rules.bufferAfterMinutes,
    },
    busy: row.busy.map(intervalOf),
    attending: row.attending.map(intervalOf),
    occupied: row.occupied.map(occupiedOf),
    wanted: wantedOf(offer),
    now: instantOf(now.getTime()),
  };
}

/**
 * The streamer's zone is in the row that is yet to be read: so `spanToRead` is computed in UTC,
 * with two more days on each side, more than any zone is away from it. Reading more changes
 * nothing.
 */
function readFor({ start, end }: Interval): Interval {
  const utc = spanToRead(
    { zone: 'UTC', travels: [] },
    { maxPerMonth: null },
    { start: daysAfter(start, -2), end: daysAfter(end, 2) },
  );
  return { start: daysAfter(utc.start, -2), end: daysAfter(utc.end, 2) };
}

const intervalOf = ([from, to]: [number, number]): Interval => ({
  start: from as Instant,
  end: to as Instant,
});

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
]: AvailabilityRow['occupied'][number]): Occupied => ({
  start: start as Instant,
  end: end as Instant,
  // A booking without an offer cannot belong to a wanted one.
  offerId: offerId ?? 'none',
  bufferBeforeMinutes: before,
  bufferAfterMinutes: after,
  seatsTaken,
});

const spanOf = ({ first, last }: { first: string; last: string }) => ({
  first: parseLocalDate(first),
  last: parseLocalDate(last),
});

function hoursOf(row: AvailabilityRow, draft: HoursDraft | null, span: Interval): OpeningHours {
  const zone = draft?.zone ?? row.zone;
  const closedOnHolidays = draft?.closedOnHolidays ?? row.closed_on_holidays;
  return {
    zone,
    weekly: draft?.weekly ?? row.weekly.map(([weekday, from, to]) => ({ weekday, from, to })),
    exceptions: row.exceptions.map(({ date, ranges }) => ({ date: parseLocalDate(date), ranges })),
    absences: row.absences.map(spanOf),
    travels: draft?.travels ?? row.travels.map((travel) => ({ zone: travel.zone, ...spanOf(travel) })),
    holidays: closedOnHolidays
      ? holidaysBetween(
          localDateAt(zone, daysAfter(span.start, -2)),
          localDateAt(zone, daysAfter(span.end, 2)),
        )
      : [],
  };
}

/** An offer about which is asked, and whose it is. */
export interface AskedOffer extends OfferedSession {
  id: string;
  streamerId: string;
}

interface ContextsOptions {
  offers: readonly AskedOffer[];
  now: Date;
  /** The starts that will be asked about. */
  span: Interval;
}

/**
 * The contexts of many offers of many streamers, read in one statement and so from one moment.
 * Offers of a streamer share that streamer's facts.
 * @returns contexts by offer id; none for an offer whose streamer is gone
 */
export async function loadAvailabilityContexts(
  db: pg.ClientBase | pg.Pool,
  { offers, now, span }: ContextsOptions,
): Promise<Map<string, AvailabilityContext>> {
  const contexts = new Map<string, AvailabilityContext>();
  if (offers.length === 0) return contexts;
  const { start, end } = readFor(span);
  const { rows } = await db.query({
    name: 'availability-contexts',
    text: READ_CONTEXTS,
    values: [
      [...new Set(offers.map(({ streamerId }) => streamerId))],
      new Date(start),
      new Date(end),
      now,
      [],
      offers.map(({ id }) => id),
    ],
  });
  const byStreamer = new Map(rows.map((row) => [row.id, row]));
  for (const offer of offers) {
    const row = byStreamer.get(offer.streamerId);
    if (row) contexts.set(offer.id, contextFrom(row, { offer, now, span }));
  }
  return contexts;
}

/** The timeline of a streamer, without what has lapsed and what moves. */
const TIMES = `from private.person_times t join public.bookings b on b.id = t.booking_id
     where t.person_id = s.id and (b.due_event is distinct from 'expire' or b.due_at > $4) and b.id <> all ($5::uuid[])` as const;

/**
 * Everything that a context needs of a streamer, in one row: one round trip and one snapshot.
 * Instants as epoch milliseconds and sessions as arrays, because a month of them is parsed for each
 * answer. $1 streamer, $2 and $3 the stretch to read, $4 now, $5 the bookings that move and are
 * left out: they keep their own buffers wherever they go; $6 the offers asked about. Dates are read
 * from today on, because a window may count days with hours; sessions of whole months, when those
 * are counted. Sessions come from the timeline that the constraint holds, so that what is offered
 * and what can be written never differ. A start that is proposed takes its time like a session;
 * nobody joins it before somebody has accepted it, nor the session that is to move.
 */
const READ = `
select s.id, s.zone, s.buffer_before_minutes, s.buffer_after_minutes, s.notice_minutes, s.horizon_days,
  s.window_kind, s.window_first::text, s.window_last::text,
  s.max_per_day, s.max_per_week, s.max_per_month, s.closed_on_holidays,
  (select coalesce(json_agg(json_build_array(w.weekday, w.from_minute, w.to_minute) order by w.weekday, w.from_minute), '[]')
   from public.weekly_hours w where w.streamer_id = s.id) as weekly,
  (select coalesce(json_agg(json_build_object('date', e.date, 'ranges', e.ranges) order by e.date), '[]')
   from public.date_exceptions e
   where e.streamer_id = s.id and e.date between (least($2::timestamptz, $4::timestamptz - interval '2 days') at time zone 'UTC')::date
     and ($3::timestamptz at time zone 'UTC')::date
  ) as exceptions,
  (select coalesce(json_agg(json_build_object('first', a.first_date, 'last', a.last_date) order by a.first_date), '[]')
   from public.absences a
   where a.streamer_id = s.id and a.last_date >= (least($2::timestamptz, $4::timestamptz - interval '2 days') at time zone 'UTC')::date
     and a.first_date <= ($3::timestamptz at time zone 'UTC')::date
  ) as absences,
  (select coalesce(json_agg(json_build_object('zone', t.zone, 'first', t.first_date, 'last', t.last_date) order by t.first_date), '[]')
   from public.travels t where t.streamer_id = s.id) as travels,
  (select coalesce(json_agg(json_build_object('id', o.id, 'stepMinutes', o.step_minutes, 'bufferBeforeMinutes', o.buffer_before_minutes,
     'bufferAfterMinutes', o.buffer_after_minutes, 'noticeMinutes', o.notice_minutes, 'weekly', o.own_hours)), '[]')
   from public.offers o where o.streamer_id = s.id and o.id = any ($6::uuid[])
     and num_nonnulls(o.step_minutes, o.buffer_before_minutes, o.buffer_after_minutes, o.notice_minutes, o.own_hours) > 0) as offers,
  (select coalesce(json_agg(json_build_array(
     floor(extract(epoch from t.starts_at) * 1000)::bigint, ceil(extract(epoch from t.ends_at) * 1000)::bigint) order by t.starts_at), '[]')
   from public.busy_times t where t.streamer_id = s.id and t.ends_at > $2 and t.starts_at < $3) as busy,
  (select coalesce(json_agg(json_build_array(b.start, b.end, b.offer_id, b.buffer_before, b.buffer_after, b.seats_taken)
     order by b.start), '[]')
   from (
     select (extract(epoch from min(t.start_at)) * 1000)::bigint as start, (extract(epoch from max(t.end_at)) * 1000)::bigint as end,
       case when bool_or(t.kind = 'agreed') and not bool_or(t.is_moving) then (array_agg(t.offer_id))[1] end as offer_id,
       max(t.buffer_before_minutes) as buffer_before, max(t.buffer_after_minutes) as buffer_after, count(*)::int as seats_taken
     from (
       select t.kind, b.session_id, b.offer_id, b.buffer_before_minutes, b.buffer_after_minutes,
         t.kind = 'agreed' and b.proposed_start_at is not null as is_moving,
         lower(t.span) + b.buffer_before_minutes * interval '1 minute' as start_at,
         upper(t.span) - b.buffer_after_minutes * interval '1 minute' as end_at
       ${TIMES} and t.side = 'streamer'
         and t.span && case when s.max_per_month is null then tstzrange($2, $3)
           else tstzrange(date_trunc('month', $2::timestamptz, 'UTC') - interval '2 days',
             date_trunc('month', $3::timestamptz, 'UTC') + interval '1 month 2 days') end
     ) t
     group by t.session_id, t.start_at
   ) b) as occupied,
  (select coalesce(json_agg(json_build_array(
     (extract(epoch from lower(t.span)) * 1000)::bigint, (extract(epoch from upper(t.span)) * 1000)::bigint)), '[]')
   ${TIMES} and t.side = 'viewer' and t.span && tstzrange($2, $3)) as attending,
  (select max(b.buffer_before_minutes) from public.bookings b where b.id = any ($5::uuid[])) as frozen_before,
  (select max(b.buffer_after_minutes) from public.bookings b where b.id = any ($5::uuid[])) as frozen_after
from public.streamers s` as const;

const READ_CONTEXT = `${READ} where s.id = $1` as const;
/** $1 streamers, a row for each of those there are. */
const READ_CONTEXTS = `${READ} where s.id = any ($1::uuid[])` as const;

/** The public holidays of the years that two dates lie in and of those between, in order. */
function holidaysBetween(first: LocalDate, last: LocalDate): LocalDate[] {
  const dates: LocalDate[] = [];
  for (let year = Number(first.slice(0, 4)); year <= Number(last.slice(0, 4)); year++) {
    dates.push(...frenchHolidays(year).map(({ date }) => date));
  }
  return dates;
}
