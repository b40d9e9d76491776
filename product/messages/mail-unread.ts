import type pg from 'pg';
import {
  UNREAD_MAIL_AFTER_MINUTES,
  UNREAD_MAIL_PAUSE_MINUTES,
  UNREAD_MAIL_WITHIN_HOURS,
} from '#product/booking/rules/conversation.ts';
import { postMail } from '#product/mail/outbox.ts';
import type { Run } from '#server/jobs/runner.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { unreadMessages } from './mails/unread-messages.ts';

/** Unread messages that no mail mentioned yet; `$1` is the earliest that still counts. */
const UNTOLD = `select p.id as person_id, p.side, b.id as booking_id, b.session_id, b.title, m.id as message_id, m.sent_at,
    m.author_id, m.side as author_side
  from public.session_messages m
  join public.bookings b on b.session_id = m.session_id and b.confirmed_at is not null
    and (b.ended_at is null or b.ended_at > b.start_at)
  cross join lateral (values (b.streamer_id, 'streamer'), (b.viewer_id, 'viewer')) as p (id, side)
  left join public.message_reads r on r.person_id = p.id and r.session_id = m.session_id
  where m.sent_at > $1 and m.hidden_at is null and p.id is not null and m.author_id is distinct from p.id
    and m.id > greatest(coalesce(r.last_read_id, 0), coalesce(r.last_mailed_id, 0))`;

/** People who have waited long enough, and got no mail recently. */
const DUE = `select person_id from (${UNTOLD}) u where person_id <> all($4::uuid[])
    and not exists (select from public.message_reads w where w.person_id = u.person_id and w.mailed_at > $3)
    and not exists (select from public.person_settings s where s.person_id = u.person_id and not s.message_mails)
  group by person_id having min(sent_at) <= $2 order by min(sent_at) limit 1` as const;

/**
 * One line for each conversation: all messages in a group's conversation are one line for its
 * streamer.
 */
const DIGEST = `select u.session_id, u.side, min(u.booking_id::text) as booking_id, min(u.title) as title,
    count(distinct u.message_id)::integer as count, max(u.message_id) as last_id,
    case when count(distinct u.author_id) > 1 then null else min(case u.author_side
      when 'streamer' then s.display_name
      when 'viewer' then private.abbreviated_name(a.first_name, a.last_name)
      else 'L’équipe Loge' end) end as other
  from (${UNTOLD}) u left join public.profiles a on a.id = u.author_id left join public.streamers s on s.id = u.author_id
  where u.person_id = $2 group by u.session_id, u.side order by max(u.message_id) desc` as const;

const MINUTE = 60_000;

/** Writes one mail to the person who waits longest. @returns that person; null when nobody does */
async function mailOne(
  pool: pg.Pool,
  { now, leftOut }: { now: Date; leftOut: readonly string[] },
): Promise<string | null> {
  const since = new Date(now.getTime() - UNREAD_MAIL_WITHIN_HOURS * 60 * MINUTE);
  const waited = new Date(now.getTime() - UNREAD_MAIL_AFTER_MINUTES * MINUTE);
  const pause = new Date(now.getTime() - UNREAD_MAIL_PAUSE_MINUTES * MINUTE);
  const { rows: due } = await pool.query(DUE, [since, waited, pause, leftOut]);
  const personId = due[0]?.person_id;
  if (personId === undefined) return null;
  await inTransaction(pool, async (db) => {
    const { rows: people } = await db.query(
      `select p.first_name, nullif(u.email, '') as email from public.profiles p join auth.users u on u.id = p.id
       where p.id = $1 for no key update of p`,
      [personId],
    );
    const { rows: lines } = await db.query(DIGEST, [since, personId]);
    await db.query(
      `insert into public.message_reads (session_id, person_id, last_mailed_id, mailed_at)
       select session_id, $1, last_id, $4 from unnest($2::uuid[], $3::bigint[]) as line (session_id, last_id)
       on conflict (person_id, session_id) do update set last_mailed_id = excluded.last_mailed_id, mailed_at = excluded.mailed_at`,
      [personId, lines.map((line) => line.session_id), lines.map((line) => line.last_id), now],
    );
    const email = people[0]?.email;
    // Read meanwhile, or of an account that is deleted or has no address.
    if (lines.length === 0 || !email) return;
    const recipient = { to: email, userId: personId, firstName: people[0]?.first_name ?? null };
    await postMail(db, unreadMessages, recipient, {
      conversations: lines.map(({ side, booking_id: bookingId, title, count, other }) => ({
        side,
        bookingId,
        title,
        count,
        other,
      })),
    });
  });
  return personId;
}

/**
 * One mail for all unread messages of a person in a session, ten minutes after the first: people
 * who read at once get none. At most one mail in two hours for a conversation that goes on. What
 * was mailed is recorded in the mail's own transaction.
 */
export async function mailUnread({ pool, now, signal }: Run): Promise<void> {
  const leftOut: string[] = [];
  while (!signal.aborted) {
    const personId = await mailOne(pool, { now, leftOut });
    if (personId === null) return;
    // Each person once in a run, so that the loop always ends.
    leftOut.push(personId);
  }
}
