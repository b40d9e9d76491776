import type pg from 'pg';
import { requireUnrestricted } from '#product/accounts/restrictions.ts';
import { conversationState, MESSAGES_PER_MINUTE, type Seat } from '#product/booking/rules/conversation.ts';
import type { Person } from '#product/command/access.ts';
import { spend } from '#product/command/rate-limit.ts';
import { AppError } from '#product/shared/errors.ts';
import { type Instant, instantOf } from '#product/shared/time/instant.ts';
import type { Row } from '#server/postgres/typed-query.ts';
import type { RoomSide } from './contract.ts';
import { loadPeople } from './load-people.ts';
import { SILENCE } from './rules/presence.ts';

/** A conversation as one of its people sees it. */
export interface OwnConversation {
  side: 'viewer' | 'streamer';
  /** Of a viewer their own seats, of the streamer all. */
  seats: Seat[];
}

const COLUMNS = 'viewer_id, streamer_id, confirmed_at, start_at, end_at, ended_at';
const OF_SESSION = `select ${COLUMNS} from public.bookings where session_id = $1` as const;
const instant = (date: Date | null): Instant | null => (date === null ? null : instantOf(date.getTime()));

/**
 * @throws AppError conversation_not_found, also for other people's: an admin reads it, and writes
 *   only from within the room
 */
export async function ownConversation(
  db: pg.ClientBase,
  person: Person,
  sessionId: string,
): Promise<OwnConversation> {
  const { rows } = await db.query(
    `select ${COLUMNS} from public.bookings
     where session_id = $1 and (viewer_id = $2 or streamer_id = $2)`,
    [sessionId, person.id],
  );
  const [first] = rows;
  if (!first) throw new AppError('conversation_not_found');
  return { side: first.streamer_id === person.id ? 'streamer' : 'viewer', seats: rows.map(seatOf) };
}

/** The seats that decide for a person in the room of a session: for an admin, all. */
export async function seatsInRoom(
  db: pg.ClientBase,
  person: Person,
  { sessionId, side }: { sessionId: string; side: RoomSide },
): Promise<Seat[]> {
  if (side !== 'admin') return (await ownConversation(db, person, sessionId)).seats;
  const { rows } = await db.query(OF_SESSION, [sessionId]);
  return rows.map(seatOf);
}

const seatOf = (row: Row<typeof OF_SESSION>): Seat => ({
  confirmedAt: instant(row.confirmed_at),
  start: instantOf(row.start_at.getTime()),
  end: instantOf(row.end_at.getTime()),
  endedAt: instant(row.ended_at),
});

interface Writer {
  personId: string;
  /** Those of a viewer in the session; for its streamer, and an admin in its room, all. */
  seats: readonly Seat[];
  now: Date;
}

/**
 * Checks that a person may write to the people of a session, from within its room or outside it,
 * and counts the message.
 * @throws AppError conversation_closed, messages_restricted, or too_many_messages when they write
 *   faster than anybody types
 */
export async function requireMayWrite(db: pg.ClientBase, { personId, seats, now }: Writer): Promise<void> {
  if (conversationState(seats, instantOf(now.getTime())) !== 'open')
    throw new AppError('conversation_closed');
  await requireUnrestricted(db, { people: [personId], kind: 'no_messages', now });
  const key = `messages:${personId}`;
  await spend(db, { key, allowed: MESSAGES_PER_MINUTE, within: 60, code: 'too_many_messages' }, now);
}

/** A message of one of the people of a session. */
export interface Post {
  sessionId: string;
  authorId: string;
  side: RoomSide;
  body: string;
  now: Date;
}

/**
 * Writes a message and notifies the others, in the caller's transaction. People in the room see the
 * chat, so it counts as read for them; the others get a notification.
 * @returns the message's id
 */
export async function postMessage(db: pg.ClientBase, post: Post): Promise<string> {
  const { sessionId, authorId, side, body, now } = post;
  const { rows } = await db.query(
    `insert into public.session_messages (session_id, author_id, side, body, sent_at)
     values ($1, $2, $3, $4, $5) returning id`,
    [sessionId, authorId, side, body, now],
  );
  const messageId = rows[0]?.id ?? '';
  // Locked in the same order by all, so that two writers cannot deadlock.
  const { rows: present } = await db.query(
    `select person_id from private.admissions
     where session_id = $1 and ended_at is null and not waiting and last_seen_at > $2 and person_id <> $3
     order by person_id`,
    [sessionId, new Date(now.getTime() - SILENCE), authorId],
  );
  const there = present.map(({ person_id: id }) => id);
  await db.query(
    `insert into public.message_reads as held (session_id, person_id, last_read_id, read_at)
     select $1, person_id, $3, $4 from unnest($2::uuid[]) as person_id
     on conflict (person_id, session_id) do update set last_read_id = greatest(held.last_read_id, $3), read_at = $4`,
    [sessionId, there, messageId, now],
  );
  await announce(db, { ...post, there });
  return messageId;
}

/**
 * Notifies each person of the session who is not there. One notification for each conversation: the
 * newest message replaces the former.
 */
export async function announce(
  db: pg.ClientBase,
  { sessionId, authorId, side, now, there }: Omit<Post, 'body'> & { there: readonly string[] },
): Promise<void> {
  // The streamer's notification links the author's booking; a viewer's links their own.
  const { rows } = await db.query(
    `select distinct on (p.id) p.id as person_id, p.side, b.id as booking_id, b.title, b.start_at
     from public.bookings b cross join lateral (values (b.streamer_id, 'streamer'), (b.viewer_id, 'viewer')) as p (id, side)
     where b.session_id = $1 and b.confirmed_at is not null and (b.ended_at is null or b.ended_at > b.start_at)
       and p.id is not null and p.id <> $2 and p.id <> all($3::uuid[])
     order by p.id, (b.viewer_id = $2) desc, b.seat`,
    [sessionId, authorId, there],
  );
  if (rows.length === 0) return;
  const author = (await loadPeople(db, [{ personId: authorId, side }])).get(authorId);
  for (const { person_id: personId, booking_id: bookingId, ...about } of rows) {
    const { rows: before } = await db.query(
      `delete from public.notifications where person_id = $1 and booking_id = $2 and kind = 'message' and read_at is null
       returning (data ->> 'count')::integer as count`,
      [personId, bookingId],
    );
    const data = {
      side: about.side,
      event: 'message',
      title: about.title,
      start: about.start_at.toISOString(),
      other: author?.name ?? null,
      count: 1 + before.reduce((sum, { count }) => sum + (count ?? 1), 0),
    };
    await db.query(
      `insert into public.notifications (person_id, kind, booking_id, data, created_at) values ($1, 'message', $2, $3, $4)`,
      [personId, bookingId, JSON.stringify(data), now],
    );
  }
}
