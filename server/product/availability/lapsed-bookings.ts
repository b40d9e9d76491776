import type pg from 'pg';

/**
 * The streamer's holds and requests whose time has run out but which no job has ended yet, oldest first. `loadQuestion` calls their
 * starts free and the exclusion constraint does not: a command that takes a start sends each of them the event `expire` first.
 */
export async function lapsedBookings(
  db: pg.ClientBase,
  { streamerId, now }: { streamerId: string; now: Date },
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from public.bookings
     where streamer_id = $1 and status in ('held', 'requested') and due_event = 'expire' and due_at <= $2
     order by due_at, id`,
    [streamerId, now],
  );
  return rows.map(({ id }) => id);
}
