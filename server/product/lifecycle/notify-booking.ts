import type pg from 'pg';
import type { Booking } from '#domain/booking/booking.ts';
import type { BookingEvent } from '#domain/booking/events.ts';
import { formatInstant } from '#domain/time/instant.ts';
import type { BookingMailEvent } from '#server/mail/booking-kinds.ts';
import { postBookingMail } from '#server/mail/outbox.ts';
import type { Side } from '#server/mail/ticket.ts';
import { newsOf } from './booking-notification.ts';
import { ticketOf } from './ticket-of.ts';

/** A transition that was just stored. */
export interface BookingChange {
  bookingId: string;
  event: BookingEvent;
  before: Booking;
  after: Booking;
  /** Who made it; nobody is notified of what they did themself, but the mail, which carries the ticket, goes to both. */
  actorId: string | null;
  now: Date;
  reason?: string | null;
  detail?: Record<string, unknown>;
}

/** Tells both sides of a booking what happened to it: mails with its ticket and calendar entry, and rows of `notifications`. */
export async function notifyBooking(db: pg.ClientBase, change: BookingChange): Promise<void> {
  const { bookingId, event, before, after, actorId, now, reason = null, detail = {} } = change;
  const paymentFailed = detail.cause === 'payment_failed';
  const news = newsOf({ event, before, after, reason, paymentFailed });
  if (news === null) return;
  await tell(db, { bookingId, kind: event.type, mail: news.mail, sides: news.sides, actorId, now });
}

/** Something to tell about a booking that is no transition of it: a reminder, a payment that failed, a refund. */
export interface Tale {
  bookingId: string;
  /** Of the notification. */
  kind: string;
  /** None: the notification alone. */
  mail?: BookingMailEvent;
  sides?: readonly Side[];
  actorId?: string | null;
  now: Date;
  /** Whether a mail goes to this person, by what they chose. */
  wanted?: (person: { reminderMails: boolean }) => boolean;
}

/** Writes the mails and the notifications of one tale. */
export async function tell(db: pg.ClientBase, tale: Tale): Promise<void> {
  const { bookingId, kind, mail, sides = ['viewer', 'streamer'], actorId = null, now } = tale;
  const { ticket, people } = await ticketOf(db, bookingId);
  for (const recipient of sides) {
    const person = people[recipient];
    if (person === null) continue;
    const { userId, email, firstName } = person;
    if (userId !== actorId) {
      const data = {
        side: recipient,
        news: mail?.kind ?? kind,
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
    if (mail === undefined || email === null || tale.wanted?.(person) === false) continue;
    await postBookingMail(db, { to: email, userId, firstName }, { side: recipient, event: mail, ticket });
  }
}

/** The instants and cents of what happened, as JSON; no words. */
function detailOf(mail: BookingMailEvent | undefined): Record<string, unknown> {
  if (mail === undefined) return {};
  return {
    ...('by' in mail ? { by: mail.by } : {}),
    ...('refund' in mail ? { refundCents: mail.refund } : {}),
    ...('share' in mail ? { shareCents: mail.share } : {}),
    ...('amount' in mail ? { amountCents: mail.amount } : {}),
    ...('previousStart' in mail ? { previousStart: formatInstant(mail.previousStart) } : {}),
    ...('start' in mail ? { proposedStart: formatInstant(mail.start) } : {}),
    ...('answerBy' in mail ? { answerBy: formatInstant(mail.answerBy) } : {}),
    ...('minutesBefore' in mail ? { minutesBefore: mail.minutesBefore } : {}),
    ...('minutes' in mail ? { minutes: mail.minutes } : {}),
    ...('absent' in mail ? { absent: mail.absent } : {}),
  };
}
