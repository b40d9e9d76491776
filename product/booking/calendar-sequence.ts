import type pg from 'pg';
import type { Side } from './mails/ticket.ts';

/**
 * The SEQUENCE of the next mail about a booking's entry in the calendar of one side. Of a group it
 * also lets only one transaction at a time count the seats, until it ends: of two people who cancel
 * at once the second sees that the first is gone.
 * @returns null for a side whose account is gone
 */
export async function nextSequence(db: pg.ClientBase, bookingId: string, side: Side): Promise<number | null> {
  const { rows } = await db.query(
    `insert into private.calendar_entries as e (entry, person_id)
     select case when $2 = 'streamer' and b.seats > 1 then 'session-' || b.session_id else 'booking-' || b.id end,
       case when $2 = 'streamer' then b.streamer_id else b.viewer_id end
     from public.bookings b
     where b.id = $1 and case when $2 = 'streamer' then b.streamer_id else b.viewer_id end is not null
     on conflict (entry, person_id) do update set sequence = e.sequence + 1
     returning sequence`,
    [bookingId, side],
  );
  return rows[0]?.sequence ?? null;
}

/** The same of a session that has lost the seat of the mail. */
export async function nextSessionSequence(
  db: pg.ClientBase,
  sessionId: string,
  streamerId: string,
): Promise<number> {
  const { rows } = await db.query(
    `insert into private.calendar_entries as e (entry, person_id) values ('session-' || $1::uuid, $2)
     on conflict (entry, person_id) do update set sequence = e.sequence + 1 returning sequence`,
    [sessionId, streamerId],
  );
  return rows[0]?.sequence ?? 0;
}

/** The last SEQUENCE of each entry that a person was sent, by the entry's id. */
export async function sequencesOf(
  db: pg.ClientBase | pg.Pool,
  personId: string,
): Promise<Map<string, number>> {
  const { rows } = await db.query(
    'select entry, sequence from private.calendar_entries where person_id = $1',
    [personId],
  );
  return new Map(rows.map(({ entry, sequence }) => [entry, sequence]));
}
