import type pg from 'pg';
import { loadPeople } from '#server/product/conference/room.ts';
import type { Post } from './post-message.ts';

interface Recipient {
  person_id: string;
  side: 'viewer' | 'streamer';
  booking_id: string;
  title: string;
  start_at: Date;
}

/**
 * The bell of each person of the session who is not there. One line a conversation, however many messages wait in it: the newest one takes
 * the place of the line before.
 */
export async function announce(
  db: pg.ClientBase,
  { sessionId, authorId, side, now, there }: Omit<Post, 'body'> & { there: readonly string[] },
): Promise<void> {
  // To the streamer of a group the booking is that of who wrote; to a viewer it is their own.
  const { rows } = await db.query<Recipient>(
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
    const { rows: before } = await db.query<{ count: number | null }>(
      `delete from public.notifications where person_id = $1 and booking_id = $2 and kind = 'message' and read_at is null
       returning (data ->> 'count')::integer as count`,
      [personId, bookingId],
    );
    const data = {
      side: about.side,
      news: 'message',
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
