import type pg from 'pg';
import { AppError } from '#product/shared/errors.ts';
import { daysAfter, type Instant, instantOf, minutesAfter } from '#product/shared/time/instant.ts';
import { type Interval, overlap } from '#product/shared/time/interval.ts';
import type { Row } from '#server/postgres/typed-query.ts';
import { loadAvailabilityContext } from './load-availability-context.ts';
import type { AvailabilityContext } from './rules/availability-context.ts';
import { answerBy, RESCHEDULE_WITHIN_DAYS } from './rules/notice.ts';

/**
 * `viewer_has`: what the viewer gives, takes or is proposed elsewhere, as [start, end] in epoch
 * milliseconds; when its streamer or the team moves the session, what all its viewers do. `moving`:
 * the bookings that move. `is_stopped`: somebody is suspended without whom it goes nowhere; a group
 * moves without its suspended viewer.
 */
const MOVED = `select b.id, b.session_id, b.streamer_id, b.viewer_id, b.status, b.seats, b.duration_minutes, b.start_at, b.agreed_start_at, o.id as offer_id, o.revision as offer_revision,
   s.zone,
   (select coalesce(json_agg(json_build_array(
      (extract(epoch from lower(t.span)) * 1000)::bigint, (extract(epoch from upper(t.span)) * 1000)::bigint)), '[]')
    from private.person_times t join public.bookings m on m.id = t.booking_id
    where (m.due_event is distinct from 'expire' or m.due_at > $4)
      and case when b.viewer_id = $3 then t.person_id = b.viewer_id and m.id <> b.id
        else m.session_id <> b.session_id and t.person_id in (select o.viewer_id from public.bookings o
          where o.session_id = b.session_id and o.status in ('held', 'requested', 'confirmed', 'in_progress')) end) as viewer_has,
   case when b.viewer_id = $3 then array[b.id] else array(select o.id from public.bookings o
     where o.session_id = b.session_id and o.status in ('held', 'requested', 'confirmed', 'in_progress')) end as moving,
   exists (select from auth.users u where u.banned_until > $4
     and (u.id = b.streamer_id or u.id = b.viewer_id and (b.seats = 1 or b.viewer_id = $3))) as is_stopped
 from public.bookings b join public.offers o on o.id = b.offer_id join public.streamers s on s.id = b.streamer_id
 where b.id = $1 and o.id = $2 and ($3::uuid in (b.viewer_id, b.streamer_id)
   or exists (select from public.team_roles r join public.profiles p on p.id = r.person_id and p.role = 'admin'
     where r.person_id = $3 and r.role in ('all', 'support', 'moderation')))`;
type Moved = Row<typeof MOVED>;

/** Where a booking could be moved to by one of its two people. */
export interface Move {
  offer: { id: string; revision: number; streamerZone: string; durationMinutes: number };
  context: (span: Interval) => Promise<AvailabilityContext>;
  /**
   * The rules of moving, in addition to the streamer's: product/booking/rules/reschedule and
   * proposal. Times at which the viewer is elsewhere are left out for both, without a word why:
   * what is proposed is held for both.
   */
  allows: (start: Instant) => boolean;
}

/**
 * The viewer may move a confirmed booking themself, the streamer or the team may propose a start
 * for a session confirmed or requested.
 * @throws AppError booking_not_found for anybody else, account_suspended, booking_wrong_status
 */
export async function loadMove(
  db: pg.ClientBase,
  {
    bookingId,
    offerId,
    personId,
    now,
  }: { bookingId: string; offerId: string; personId: string | null; now: Date },
): Promise<Move> {
  const { rows } = await db.query(MOVED, [bookingId, offerId, personId, now]);
  const [row] = rows;
  if (!row || row.streamer_id === null) throw new AppError('booking_not_found');
  if (row.is_stopped) throw new AppError('account_suspended');
  const { streamer_id: streamerId } = row;
  const asViewer = row.viewer_id === personId;
  const movable = asViewer ? row.status === 'confirmed' : ['confirmed', 'requested'].includes(row.status);
  if (!movable) throw new AppError('booking_wrong_status');
  return {
    offer: {
      id: row.offer_id,
      revision: row.offer_revision,
      streamerZone: row.zone,
      durationMinutes: row.duration_minutes,
    },
    context: (span) =>
      loadAvailabilityContext(db, {
        streamerId,
        // Its own frozen length and seats. It is no hold or request any more, so the ordinary
        // notice applies.
        offer: {
          id: row.offer_id,
          durationMinutes: row.duration_minutes,
          // Its streamer moves it as a whole, which joins no other session.
          seats: asViewer ? row.seats : 1,
          confirmation: 'instant',
        },
        now,
        span,
        moving: row.moving ?? [],
      }),
    allows: asViewer ? viewerMay(row) : streamerMay(row, now),
  };
}

const viewerMay = ({ start_at, agreed_start_at, duration_minutes, viewer_has }: Moved) => {
  const last = daysAfter(instantOf(agreed_start_at.getTime()), RESCHEDULE_WITHIN_DAYS);
  const isFree = viewerIsFree(duration_minutes, viewer_has);
  return (start: Instant) => start !== start_at.getTime() && start <= last && isFree(start);
};

const streamerMay = ({ start_at, duration_minutes, viewer_has }: Moved, now: Date) => {
  const own = instantOf(start_at.getTime());
  const at = instantOf(now.getTime());
  const isFree = viewerIsFree(duration_minutes, viewer_has);
  return (start: Instant) => start !== own && answerBy(at, own, start) > at && isFree(start);
};

function viewerIsFree(durationMinutes: number, has: Moved['viewer_has']): (start: Instant) => boolean {
  const elsewhere = has.map(([start, end]) => ({ start: instantOf(start), end: instantOf(end) }));
  return (start) => {
    const wanted = { start, end: minutesAfter(start, durationMinutes) };
    return !elsewhere.some((each) => overlap(each, wanted));
  };
}
