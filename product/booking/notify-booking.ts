import type pg from 'pg';
import { cents, NOTHING } from '#product/shared/money/cents.ts';
import { streamerShareOf } from '#product/shared/money/price.ts';
import { formatInstant, type Instant } from '#product/shared/time/instant.ts';
import { nextSequence, nextSessionSequence } from './calendar-sequence.ts';
import { type BookingMailEvent, isInCalendar, postBookingMail } from './mails/booking-kinds.ts';
import type { Side } from './mails/ticket.ts';
import { disputedOf } from './payment-row.ts';
import type { Booking, Completed } from './rules/booking.ts';
import type { BookingEvent } from './rules/events.ts';
import { ticketOf } from './ticket-of.ts';

const BOTH: readonly Side[] = ['viewer', 'streamer'];

/** A transition that was just stored. */
export interface BookingChange {
  bookingId: string;
  event: BookingEvent;
  before: Booking;
  after: Booking;
  /**
   * The person who caused it. Nobody is notified of what they did themself, but the mail, which
   * carries the ticket, goes to both.
   */
  actorId: string | null;
  now: Date;
  reason?: string | null;
  detail?: Record<string, unknown>;
  /**
   * Whom it concerns; left out, both. The streamer is told once of what happens to a whole session.
   */
  sides?: readonly Side[];
}

/**
 * Tells both sides of a booking what happened to it: mails with its ticket and calendar entry, and
 * rows of `notifications`.
 */
export async function notifyBooking(db: pg.ClientBase, change: BookingChange): Promise<void> {
  const { bookingId, event, before, after, actorId, now, reason = null, detail = {} } = change;
  const { sides: asked = BOTH } = change;
  const paymentFailed = detail.cause === 'payment_failed';
  const disputed =
    (event.type === 'cancel' || event.type === 'lapse_proposal') &&
    (await disputedOf(db, bookingId)) > NOTHING;
  const told = toldOf({ event, before, after, reason, paymentFailed, disputed });
  if (told === null) return;
  const sides = told.sides.filter((side) => asked.includes(side));
  await notifyPeople(db, { bookingId, kind: event.type, mail: told.mail, sides, actorId, now });
}

/** An event of a booking that is not a transition: a reminder, a failed payment, a refund. */
export interface BookingNotification {
  bookingId: string;
  /** Of the notification. */
  kind: string;
  /** Without it: the notification alone. */
  mail?: BookingMailEvent;
  sides?: readonly Side[];
  actorId?: string | null;
  now: Date;
  /** Whether this person wants the mail, by their settings. */
  wanted?: (person: { reminderMails: boolean }) => boolean;
}

/** Writes the notifications, and the mails beside them. */
export async function notifyPeople(db: pg.ClientBase, notification: BookingNotification): Promise<void> {
  const { bookingId, kind, mail, sides = ['viewer', 'streamer'], actorId = null, now } = notification;
  const sequences: Partial<Record<Side, number | null>> = {};
  for (const side of sides) {
    // Before the seats of a group are counted, since it is also their lock.
    if (mail && isInCalendar(mail, side)) sequences[side] = await nextSequence(db, bookingId, side);
  }
  const { ticket, people } = await ticketOf(db, bookingId);
  for (const recipient of sides) {
    const person = people[recipient];
    if (person === null) continue;
    const { userId, email, firstName } = person;
    if (userId !== actorId) {
      const data = {
        side: recipient,
        event: mail?.kind ?? kind,
        title: ticket.title,
        start: formatInstant(ticket.start),
        status: ticket.status,
        other: recipient === 'viewer' ? ticket.streamerName : ticket.viewerName,
        ...detailOf(mail),
      };
      await db.query(
        `insert into public.notifications (person_id, kind, booking_id, data, created_at) values ($1, $2, $3, $4, $5)`,
        [userId, kind, bookingId, JSON.stringify(data), now],
      );
    }
    if (mail === undefined || email === null || notification.wanted?.(person) === false) continue;
    const revision = sequences[recipient] ?? ticket.revision;
    await postBookingMail(
      db,
      { to: email, userId, firstName },
      { side: recipient, event: mail, ticket: { ...ticket, revision } },
    );
  }
}

/** A group session that one of its seats has left for another. */
export interface LeftSession {
  /** The booking that moved. */
  bookingId: string;
  sessionId: string;
  start: Instant;
  durationMinutes: number;
}

/**
 * Tells the streamer what is left of it: its entry would stay in their calendar as it was, and for
 * ever when nobody is left.
 */
export async function notifyLeftSession(db: pg.ClientBase, left: LeftSession): Promise<void> {
  const { bookingId, sessionId, start, durationMinutes } = left;
  const { rows: owners } = await db.query('select streamer_id from public.bookings where id = $1', [
    bookingId,
  ]);
  const streamerId = owners[0]?.streamer_id ?? null;
  if (streamerId === null) return;
  const revision = await nextSessionSequence(db, sessionId, streamerId);
  const { rows } = await db.query(
    `select count(*)::int as taken, min(id::text) as booking_id,
       count(*) filter (where status in ('confirmed', 'in_progress', 'completed'))::int as agreed
     from public.bookings where session_id = $1 and status in ('requested', 'confirmed', 'in_progress', 'completed')`,
    [sessionId],
  );
  const { taken = 0, agreed = 0, booking_id = null } = rows[0] ?? {};
  const { ticket, people } = await ticketOf(db, bookingId);
  const { streamer } = people;
  if (streamer?.email == null || ticket.group === null) return;
  const { seats, changedAt } = ticket.group;
  await postBookingMail(
    db,
    { to: streamer.email, userId: streamer.userId, firstName: streamer.firstName },
    {
      side: 'streamer',
      event: { kind: 'seat_left', start, taken, seats },
      ticket: {
        ...ticket,
        // A group that is still there is opened by one of its bookings.
        bookingId: booking_id ?? bookingId,
        ...{ sessionId, start, durationMinutes, revision, group: { seats, taken, agreed, changedAt } },
      },
    },
  );
}

/** The instants and cents of what happened, as JSON; no words. */
function detailOf(mail: BookingMailEvent | undefined): Record<string, unknown> {
  if (mail === undefined) return {};
  return {
    ...('by' in mail ? { by: mail.by } : {}),
    ...('refund' in mail ? { refundCents: mail.refund } : {}),
    ...('share' in mail ? { shareCents: mail.share } : {}),
    ...('back' in mail ? { takenCents: mail.taken, backCents: mail.back } : {}),
    ...('amount' in mail ? { amountCents: mail.amount } : {}),
    ...('previousStart' in mail ? { previousStart: formatInstant(mail.previousStart) } : {}),
    ...('start' in mail ? { proposedStart: formatInstant(mail.start) } : {}),
    ...('answerBy' in mail ? { answerBy: formatInstant(mail.answerBy) } : {}),
    ...('liveStart' in mail
      ? { liveStart: formatInstant(mail.liveStart), liveEnd: formatInstant(mail.liveEnd) }
      : {}),
    ...('minutesBefore' in mail ? { minutesBefore: mail.minutesBefore } : {}),
    ...('minutes' in mail ? { minutes: mail.minutes } : {}),
    ...('absent' in mail ? { absent: mail.absent } : {}),
  };
}

/** A transition, and the words that came with it. */
interface Change {
  event: BookingEvent;
  before: Booking;
  after: Booking;
  /** In the words of the person who declined or cancelled. */
  reason: string | null;
  /** The bank did not pay what it had authorised, so the booking could not stand. */
  paymentFailed: boolean;
  /** The viewer's bank has the money, and decides. */
  disputed: boolean;
}

/** The mails and notifications of a transition, and their recipients. */
interface Told {
  mail: BookingMailEvent;
  sides: readonly Side[];
}

/** The text for a person whose group has moved without their answer. */
const SESSION_MOVED = 'La session a changé d’horaire, et la proposition est restée sans réponse.';

/**
 * @returns null for transitions without a notification: a hold, its extension, its end, the
 *   beginning of a session
 */
function toldOf(change: Change): Told | null {
  const mail = mailOf(change);
  if (mail === null) return null;
  // The streamer never learned of a slot that was only held.
  return { mail, sides: change.before.status === 'held' && mail.kind === 'cancelled' ? ['viewer'] : BOTH };
}

function mailOf({ event, before, after, reason, paymentFailed, disputed }: Change): BookingMailEvent | null {
  const asked = 'proposal' in before ? before.proposal : null;
  /** Whether the booking was accepted and therefore paid; until then the money is only reserved. */
  const charged = before.status === 'confirmed' || before.status === 'in_progress';
  switch (event.type) {
    case 'authorise_payment':
    case 'take_for_free':
      if (after.status === 'requested') return { kind: 'requested', answerBy: after.answerBy };
      return after.status === 'confirmed' ? { kind: 'confirmed' } : null;
    case 'accept':
      return { kind: 'confirmed' };
    case 'decline':
      return { kind: 'declined', reason };
    case 'cancel':
      if (paymentFailed) return { kind: 'capture_failed' };
      if (event.by === 'system') return null;
      return { kind: 'cancelled', by: event.by, refund: refundOf(after), charged, reason, disputed };
    case 'reschedule':
      return { kind: 'rescheduled', previousStart: before.start };
    case 'propose':
      return 'proposal' in after && after.proposal ? { kind: 'proposed', ...after.proposal } : null;
    case 'withdraw_proposal':
      return asked && { kind: 'proposal_withdrawn', start: asked.start };
    case 'accept_proposal':
      return { kind: 'proposal_accepted', previousStart: before.start };
    case 'refuse_proposal':
      return asked && { kind: 'proposal_refused', start: asked.start, refund: before.price, charged };
    case 'lapse_proposal':
      if (after.status === 'cancelled_by_streamer')
        return {
          kind: 'cancelled',
          by: 'streamer',
          refund: before.price,
          charged,
          reason: SESSION_MOVED,
          disputed,
        };
      return asked && { kind: 'proposal_lapsed', start: asked.start };
    case 'expire':
      return before.status === 'requested' ? { kind: 'request_expired' } : null;
    case 'extend_session':
      return { kind: 'extended', minutes: event.minutes, amount: event.price };
    case 'retract_extension':
      return { kind: 'extension_unpaid', minutes: event.minutes, amount: event.price };
    case 'settle':
      if (after.status === 'viewer_no_show')
        return { kind: 'no_show', absent: 'viewer', refund: refundOf(after) };
      if (after.status === 'streamer_no_show')
        return { kind: 'no_show', absent: 'streamer', refund: refundOf(after) };
      return after.status === 'completed' ? completed(after) : null;
    default:
      return null;
  }
}

function completed(after: Completed): BookingMailEvent {
  const { refund } = after.settlement;
  return { kind: 'completed', refund, share: streamerShareOf(cents(after.price - refund), after.fee) };
}

function refundOf(after: Booking) {
  if ('refund' in after) return after.refund;
  return 'settlement' in after ? after.settlement.refund : NOTHING;
}
