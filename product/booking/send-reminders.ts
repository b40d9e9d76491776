import type pg from 'pg';
import type { Run } from '#server/jobs/runner.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import type { BookingMailEvent } from './mails/booking-kinds.ts';
import { notifyPeople } from './notify-booking.ts';
import { REMINDER_MINUTES_BEFORE } from './rules/deadlines.ts';

type MinutesBefore = Extract<BookingMailEvent, { kind: 'reminder' }>['minutesBefore'];

/**
 * How late a reminder may still be sent, in minutes, when no server ran at its moment; later its
 * text would be wrong.
 */
const GRACE: Readonly<Record<MinutesBefore, number>> = { 1440: 120, 60: 20, 10: 8 };
const MOMENTS = REMINDER_MINUTES_BEFORE.map((minutes) => ({
  minutes,
  grace: GRACE[minutes as MinutesBefore],
}));

// A reminder whose moment was already past when the session was agreed on is left out: a booking
// for tonight needs no '24 hours before'.
const NEXT = `select b.id, b.start_at, r.minutes
  from public.bookings b cross join unnest($2::integer[], $3::integer[]) as r (minutes, grace)
  where b.status = 'confirmed' and b.id <> all($5::uuid[]) and b.start_at > $1 and b.start_at <= $1::timestamptz + make_interval(mins => $4)
    and b.start_at - make_interval(mins => r.minutes) <= $1
    and b.start_at - make_interval(mins => r.minutes - r.grace) > $1
    and not exists (select from private.sent_reminders s
      where s.booking_id = b.id and s.start_at = b.start_at and s.minutes_before = r.minutes)
    and b.start_at - make_interval(mins => r.minutes) > (select max(e.at) from public.booking_events e
      where e.booking_id = b.id and e.type in ('take_for_free', 'authorise_payment', 'accept', 'accept_proposal', 'reschedule'))
  order by b.start_at, b.id, r.minutes limit 1 for update of b skip locked`;

/** A reminder that could not be written; it must not delay those of others. */
class ReminderFailed extends Error {
  override name = 'ReminderFailed';
  readonly bookingId: string;
  constructor(bookingId: string, cause: unknown) {
    super(`the reminder of booking ${bookingId} could not be written`, { cause });
    this.bookingId = bookingId;
  }
}

/**
 * Sends the reminder that is due next, together with the row that records it.
 * @returns false when none is due
 */
async function remindOne(
  pool: pg.Pool,
  { now, leftOut }: { now: Date; leftOut: readonly string[] },
): Promise<boolean> {
  return inTransaction(pool, async (db) => {
    const { rows } = await db.query(NEXT, [
      now,
      MOMENTS.map(({ minutes }) => minutes),
      MOMENTS.map(({ grace }) => grace),
      Math.max(...REMINDER_MINUTES_BEFORE),
      leftOut,
    ]);
    const [due] = rows;
    const minutesBefore = REMINDER_MINUTES_BEFORE.find((minutes) => minutes === due?.minutes);
    if (!due || minutesBefore === undefined) return false;
    try {
      await db.query(
        'insert into private.sent_reminders (booking_id, start_at, minutes_before, sent_at) values ($1, $2, $3, $4)',
        [due.id, due.start_at, minutesBefore, now],
      );
      await notifyPeople(db, {
        bookingId: due.id,
        kind: 'reminder',
        mail: { kind: 'reminder', minutesBefore },
        now,
        wanted: ({ reminderMails }) => reminderMails,
      });
    } catch (error) {
      throw new ReminderFailed(due.id, error);
    }
    return true;
  });
}

/**
 * Reminds both sides 24 h, 1 h and 10 min before a session. Each reminder of a start is a row
 * written with its mails, so it is sent once, even when a process dies; a moved session is reminded
 * of its new start. One that fails is tried again with the next run, and stops none of the others.
 */
export async function sendReminders({ pool, now, signal, logger }: Run): Promise<void> {
  const leftOut: string[] = [];
  for (let more = true; more && !signal.aborted; ) {
    try {
      more = await remindOne(pool, { now, leftOut });
    } catch (error) {
      if (!(error instanceof ReminderFailed)) throw error;
      logger.error({ err: error, booking: error.bookingId }, 'a reminder failed');
      leftOut.push(error.bookingId);
    }
  }
}
