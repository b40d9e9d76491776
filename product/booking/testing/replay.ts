import type pg from 'pg';
import { loadAttendance } from '#product/conference/attendance.ts';
import { basisPoints, cents } from '#product/shared/money/cents.ts';
import { instantOf, parseInstant } from '#product/shared/time/instant.ts';
import { type BookingRow, bookingOf } from '../booking-row.ts';
import { type Booking, type Held, termsOf } from '../rules/booking.ts';
import type { Actor, BookingEvent, BookingEventType } from '../rules/events.ts';
import { POLICIES } from '../rules/policies.ts';
import { transition } from '../rules/transition.ts';

interface EventRow {
  type: BookingEventType;
  actor: Actor;
  at: Date;
  detail: {
    from?: string;
    to?: string;
    proposed?: string;
    minutes?: number;
    priceCents?: number;
    sessionMoved?: boolean;
    feeBasisPoints?: number;
  };
}

/**
 * What product/booking/rules says that a stored booking is: its hold, and every event of its history, one after another.
 * @throws Error when the history holds an event that could not happen
 */
export async function replay(db: pg.ClientBase, row: BookingRow): Promise<Booking> {
  const { rows: events } = await db.query<EventRow>(
    'select type, actor, at, detail from public.booking_events where booking_id = $1 and revision > 0 order by revision',
    [row.id],
  );
  let booking = firstHold(row, events);
  for (const event of events) {
    const result = transition(
      booking,
      await domainEvent(db, row, event, booking),
      instantOf(event.at.getTime()),
    );
    if (!result.ok) throw new Error(`${row.id}: ${event.type} cannot have happened: ${result.refusal}`);
    booking = result.value;
  }
  return booking;
}

function firstHold(row: BookingRow, events: readonly EventRow[]): Booking {
  const terms = termsOf(bookingOf(row));
  const from = events.find(({ detail }) => detail.from)?.detail.from;
  const start = from ? parseInstant(from) : terms.start;
  const added = (what: 'minutes' | 'priceCents') =>
    events.reduce((before, { detail }) => before + (detail[what] ?? 0), 0);
  const held: Held = {
    ...terms,
    start,
    durationMinutes: terms.durationMinutes - added('minutes'),
    price: cents(terms.price - added('priceCents')),
    agreedStart: start,
    policy: POLICIES[terms.policy.name],
    reschedules: 0,
    revision: 0,
    status: 'held',
    heldAt: instantOf(row.held_at.getTime()),
    paying: false,
    extended: false,
  };
  return held;
}

async function domainEvent(
  db: pg.ClientBase,
  row: BookingRow,
  event: EventRow,
  before: Booking,
): Promise<BookingEvent> {
  const { type, actor: by, at, detail } = event;
  switch (type) {
    case 'reschedule':
      return { type, by, start: parseInstant(detail.to ?? '') };
    case 'propose':
      return { type, by, start: parseInstant(detail.proposed ?? '') };
    case 'lapse_proposal':
      return { type, by, sessionMoved: detail.sessionMoved ?? false };
    case 'extend_session':
    case 'retract_extension':
      return {
        type,
        by,
        minutes: Math.abs(detail.minutes ?? 0),
        price: cents(Math.abs(detail.priceCents ?? 0)),
      };
    case 'reprice':
      return {
        type,
        by,
        price: cents(before.price + (detail.priceCents ?? 0)),
        fee: basisPoints(detail.feeBasisPoints ?? before.fee),
      };
    case 'settle': {
      const who = { sessionId: row.session_id, viewerId: row.viewer_id, now: at };
      return { type, by, attendance: await loadAttendance(db, who) };
    }
    default:
      return { type, by };
  }
}
