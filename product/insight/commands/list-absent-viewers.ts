import type pg from 'pg';
import { serve } from '#product/command/serve.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import type { LocalDate } from '#product/shared/time/local-date.ts';
import { localDateAt } from '#product/shared/time/wall-time.ts';
import { listAbsentViewers as contract, MOST_INVITED } from '../contract.ts';
import { absentBefore } from '../rules/absence.ts';

/**
 * Viewers of the streamer $1 who said that they may be written to, with the address at which they
 * are.
 */
export const CONSENTING = `private.known_viewers k
  join public.contact_consents c on c.streamer_id = k.streamer_id and c.viewer_id = k.viewer_id
  join public.profiles p on p.id = k.viewer_id
  join auth.users u on u.id = k.viewer_id` as const;

/**
 * Of them those who last came before the day $2 and have nothing booked with the streamer. An
 * account that is suspended, or about to be deleted, is left alone.
 */
export const ABSENT = `k.streamer_id = $1 and k.last_day < $2::date
  and u.email <> '' and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
  and not exists (select from public.deletion_requests d where d.person_id = k.viewer_id)
  and not exists (select from public.bookings b
    where b.viewer_id = k.viewer_id and b.streamer_id = k.streamer_id and b.ended_at is null)` as const;

/**
 * Lists the viewers who did not come back: by name where they allow to be written to, else as a
 * number.
 */
export const listAbsentViewers = serve({
  contract,
  async run({ db, person, now }) {
    const inviter = await inviterOf(db, person.id, now);
    // An admin who holds no sessions.
    if (inviter === null) return { viewers: [], unnamed: 0 };
    const { day } = inviter;
    const { rows } = await db.query(
      `select k.viewer_id, private.abbreviated_name(p.first_name, p.last_name) as name, coalesce(k.last_day::text, '') as last_day,
         i.sent_at, i.quiet_until
       from ${CONSENTING} left join lateral (select r.sent_at, r.quiet_until from private.return_invitations r
         where r.streamer_id = k.streamer_id and r.viewer_id = k.viewer_id order by r.sent_at desc limit 1) i on true
       where ${ABSENT} order by k.last_day desc, k.viewer_id limit $3`,
      [person.id, day, MOST_INVITED],
    );
    const { rows: counts } = await db.query(
      `select count(*)::int as unnamed from private.known_viewers k
       where k.streamer_id = $1 and k.last_day < $2::date and not exists (select from public.contact_consents c
         where c.streamer_id = k.streamer_id and c.viewer_id = k.viewer_id)`,
      [person.id, day],
    );
    return {
      viewers: rows.map((row) => ({
        viewerId: row.viewer_id,
        name: row.name ?? 'Viewer',
        lastDay: row.last_day,
        invitedAt: row.sent_at?.toISOString() ?? null,
        quietUntil: row.quiet_until?.toISOString() ?? null,
      })),
      unnamed: counts[0]?.unnamed ?? 0,
    };
  },
});

interface Inviter {
  /** Viewers who last came before it are absent. */
  day: LocalDate;
  name: string;
  handle: string;
  isVisible: boolean;
}

export async function inviterOf(db: pg.ClientBase, streamerId: string, now: Date): Promise<Inviter | null> {
  const { rows } = await db.query(
    'select zone, display_name, handle, private.is_visible_streamer(id) as is_visible from public.streamers where id = $1',
    [streamerId],
  );
  const [row] = rows;
  if (!row) return null;
  return {
    day: absentBefore(localDateAt(row.zone, instantOf(now.getTime()))),
    name: row.display_name,
    handle: row.handle,
    isVisible: row.is_visible === true,
  };
}
