import type pg from 'pg';
import { endOf } from '#product/booking/rules/booking.ts';
import { isOfSession } from '#product/booking/rules/conversation.ts';
import { mayReview, reviewUntil } from '#product/booking/rules/deadlines.ts';
import type { Person } from '#product/command/access.ts';
import { serve } from '#product/command/serve.ts';
import { instantOf, MILLIS_PER_MINUTE } from '#product/shared/time/instant.ts';
import { coveredMillis, type Interval } from '#product/shared/time/interval.ts';
import { bothThere, isThere, liveAdmissions } from '../admissions.ts';
import { loadAttendance, loadPresences } from '../attendance.ts';
import { getRoom as contract, type RoomDetails } from '../contract.ts';
import { ownConversation } from '../conversation.ts';
import { loadPeople } from '../load-people.ts';
import { loadRoom, type Room, stateOf } from '../room.ts';

const iso = (instant: number): string => new Date(instant).toISOString();

/**
 * Returns the caller's part in a room, whether it is open for them, and after the session how it
 * ended.
 */
export const getRoom = serve({
  contract,
  async run({ db, person, input, now }) {
    const room = await loadRoom(db, input.roomId, person);
    const { sessionId, side, row, booking, times } = room;
    const live = await liveAdmissions(db, sessionId);
    const me = { personId: person.id, side };
    const isOurs = await isOfTheSession(db, room, person);
    const met = othersOf(room, person.id).filter((other) => isOurs || other.side === 'streamer');
    const people = await loadPeople(db, [me, ...met]);
    return {
      roomId: sessionId,
      side,
      state: stateOf(booking, now, bothThere(live, now)),
      setupFrom: iso(times.setupFrom),
      opensAt: iso(times.opensAt),
      startsAt: iso(booking.start),
      endsAt: iso(endOf(booking)),
      closesAt: iso(times.closesAt),
      booking: {
        id: row.id,
        title: row.title,
        status: row.status,
        durationMinutes: row.duration_minutes,
        priceCents: row.price_cents,
        refundCents: row.refund_cents,
        deliveredMinutes: row.delivered_minutes,
        streamerHandle: await handleOf(db, row.streamer_id),
        offerId: row.offer_id,
      },
      others: met.flatMap(({ personId }) => people.get(personId) ?? []),
      me: people.get(person.id) ?? { ...me, name: person.firstName ?? '', avatarUrl: null },
      openElsewhere: live.some((own) => own.personId === person.id && isThere(own, now)),
      adminEntries: isOurs ? await adminEntries(db, sessionId) : [],
      evidence: await evidenceOf(db, room, now),
      decision: await decisionOn(db, room),
      review: await reviewOf(db, room, now),
      now: now.toISOString(),
    };
  },
});

/**
 * Whether the caller learns who else is in the session. A viewer who only holds or requested a seat
 * does not, nor one who gave it back: the same as private.is_of_session.
 */
async function isOfTheSession(
  db: pg.ClientBase,
  { sessionId, side }: Room,
  person: Person,
): Promise<boolean> {
  return side !== 'viewer' || (await ownConversation(db, person, sessionId)).seats.some(isOfSession);
}

/**
 * A viewer sees the streamer and, in a group, the other viewers with a confirmed seat; the streamer
 * sees the viewers.
 */
function othersOf(
  { rows, side }: Room,
  personId: string,
): { personId: string; side: 'viewer' | 'streamer' }[] {
  const taken = rows.filter(({ status }) => !/^(held|requested|expired|declined|cancelled)/.test(status));
  const counted = taken.length > 0 ? taken : rows.slice(0, 1);
  const streamers = new Set(counted.flatMap((row) => row.streamer_id ?? []));
  const viewers = new Set(counted.flatMap((row) => row.viewer_id ?? []));
  const all = [
    ...[...streamers].map((id) => ({ personId: id, side: 'streamer' as const })),
    ...[...viewers].map((id) => ({ personId: id, side: 'viewer' as const })),
  ];
  return side === 'admin' ? all : all.filter((other) => other.personId !== personId);
}

async function handleOf(db: pg.ClientBase, streamerId: string | null): Promise<string | null> {
  const { rows } = await db.query('select handle from public.streamers where id = $1', [streamerId]);
  return rows[0]?.handle ?? null;
}

async function adminEntries(db: pg.ClientBase, sessionId: string): Promise<RoomDetails['adminEntries']> {
  const { rows } = await db.query(
    'select reason, entered_at from public.admin_entries where session_id = $1 order by entered_at',
    [sessionId],
  );
  return rows.map(({ reason, entered_at: at }) => ({ reason, at: at.toISOString() }));
}

/** The presences as the settlement counts them; null while the session is running. */
async function evidenceOf(db: pg.ClientBase, room: Room, now: Date): Promise<RoomDetails['evidence']> {
  const { booking, row, sessionId } = room;
  if (!isSettled(room)) return null;
  const asked = { sessionId, viewerId: row.viewer_id, now };
  const { streamer, viewer, keptOut = [] } = await loadAttendance(db, asked);
  const span = { start: booking.start, end: endOf(booking) };
  const minutes = (intervals: readonly Interval[]) =>
    Math.floor(coveredMillis(intervals, span) / MILLIS_PER_MINUTE);
  return {
    streamerMinutes: minutes(streamer),
    viewerMinutes: minutes(viewer),
    keptOutMinutes: minutes(keptOut),
    presences: (await loadPresences(db, asked)).map(({ side, place, start, end }) => ({
      side,
      place,
      from: iso(start),
      until: iso(end),
    })),
  };
}

const isSettled = ({ booking }: Room): boolean =>
  ['completed', 'viewer_no_show', 'streamer_no_show'].includes(booking.status);

/** The team's decision about the money, when there is one. */
async function decisionOn(db: pg.ClientBase, room: Room): Promise<RoomDetails['decision']> {
  if (!isSettled(room)) return null;
  const { rows } = await db.query(
    'select refund_cents, reason, at from public.settlement_overrules where booking_id = $1 order by id desc limit 1',
    [room.row.id],
  );
  const [decision] = rows;
  if (!decision) return null;
  const { refund_cents: refundCents, reason, at } = decision;
  return { refundCents, reason, at: at.toISOString() };
}

async function reviewOf(db: pg.ClientBase, room: Room, now: Date): Promise<RoomDetails['review']> {
  const { booking, row, side } = room;
  const { rows } = await db.query(
    `select id, rating, body, answer, hidden_at is not null as hidden, removed_at is not null as removed from public.reviews where booking_id = $1 and (hidden_at is null or $2 = 'viewer')`,
    [row.id, side],
  );
  const [written] = rows;
  const may = side === 'viewer' && !written && mayReview(booking, instantOf(now.getTime()));
  return {
    mayWriteUntil: may ? iso(reviewUntil(booking)) : null,
    id: written?.id ?? null,
    answer: written?.answer ?? null,
    rating: written?.rating ?? null,
    body: written?.body ?? null,
    withheld: written?.removed ? 'removed' : written?.hidden ? 'hidden' : null,
  };
}
