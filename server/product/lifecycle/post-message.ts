import type pg from 'pg';
import type { RoomSide } from '#contracts/conference.ts';
import { SILENCE } from '#domain/conference/presence.ts';
import { announce } from './announce.ts';

/** A message of one of the people of a session. */
export interface Post {
  sessionId: string;
  authorId: string;
  side: RoomSide;
  body: string;
  now: Date;
}

/**
 * Writes a message and tells the others, in the caller's transaction. Whoever is in the room has the chat before them, so to them it counts
 * as read; the others find it in the bell.
 * @returns the message's id
 */
export async function postMessage(db: pg.ClientBase, post: Post): Promise<string> {
  const { sessionId, authorId, side, body, now } = post;
  const { rows } = await db.query<{ id: string }>(
    `insert into public.session_messages (session_id, author_id, side, body, sent_at)
     values ($1, $2, $3, $4, $5) returning id`,
    [sessionId, authorId, side, body, now],
  );
  const messageId = rows[0]?.id ?? '';
  // In one order whoever writes, so that two who write at once cannot wait for each other in a ring.
  const { rows: present } = await db.query<{ person_id: string }>(
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
