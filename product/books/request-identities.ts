import type pg from 'pg';
import { postMail } from '#product/mail/outbox.ts';
import { cents } from '#product/shared/money/cents.ts';
import { daysAfter, type Instant, instantOf } from '#product/shared/time/instant.ts';
import type { Run } from '#server/jobs/runner.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { identityRequested } from './mails/identity-requested.ts';
import {
  ASKED_FROM,
  DAYS_BETWEEN_REMINDERS,
  nextReminderAt,
  payoutsWaitFrom,
  REPORTING_ZONE,
  yearsAsked,
} from './rules/reporting.ts';

/**
 * Those of whom a year's sessions or money reached the threshold and who have not said who they
 * are. What was credited is what became available to them, less what was taken back. Those who are
 * below it have few postings, and those above it leave the search with their request.
 */
const SELLERS = `select s.id, y.year, c.sessions, c.credited
  from public.streamers s cross join unnest($1::smallint[]) as y (year)
  cross join lateral (
    select count(distinct b.session_id) filter (where l.amount_cents < 0)::int as sessions, coalesce(-sum(l.amount_cents), 0)::bigint as credited
    from public.payment_balances m join public.bookings b on b.id = m.booking_id
    join public.ledger_postings g on g.payment_id = m.payment_id
    join public.ledger_lines l on l.posting_id = g.id and l.account = 'streamer_available'
    where m.streamer_id = s.id
      and g.at >= make_timestamptz(y.year, 1, 1, 0, 0, 0, $4) and g.at < make_timestamptz(y.year + 1, 1, 1, 0, 0, 0, $4)
  ) c
  where (c.sessions >= $2 or c.credited >= $3)
    and not exists (select from public.identity_requests r where r.streamer_id = s.id)
    and not exists (select from private.fiscal_identities f where f.person_id = s.id and f.complete)
  order by s.id, y.year`;

const OPEN = `select r.streamer_id, r.year, r.sessions, r.credited_cents, r.asked_at, r.reminded_at, r.reminded_again_at
  from public.identity_requests r
  where r.completed_at is null and r.reminded_again_at is null
    and coalesce(r.reminded_at, r.asked_at) <= $1::timestamptz - make_interval(hours => $2)
    and exists (select from public.profiles p where p.id = r.streamer_id)
  order by r.asked_at, r.streamer_id`;

/**
 * Asks sellers for their fiscal identity once they sell enough, reminds them twice, and writes from
 * when their payouts wait. Each step is a transaction of its own with what it tells, so that it is
 * told once.
 */
export async function requestIdentities({
  pool,
  now,
  signal,
  logger,
}: Pick<Run, 'pool' | 'now' | 'signal' | 'logger'>): Promise<void> {
  const at = instantOf(now.getTime());
  const attempt = async (streamerId: string, work: (db: pg.PoolClient) => Promise<void>) => {
    if (signal.aborted) return;
    try {
      await inTransaction(pool, work);
    } catch (error) {
      // It must not hold up the others.
      logger.error({ err: error, streamer: streamerId }, 'an identity could not be asked for');
    }
  };
  const { rows: sellers } = await pool.query(SELLERS, [
    yearsAsked(at),
    ASKED_FROM.sessions,
    ASKED_FROM.credited,
    REPORTING_ZONE,
  ]);
  for (const { id, year, sessions, credited } of sellers)
    await attempt(id, async (db) => {
      const figures = { year: year ?? 0, sessions: sessions ?? 0, credited: Number(credited) };
      const { rowCount } = await db.query(
        `insert into public.identity_requests (streamer_id, year, sessions, credited_cents, asked_at) values ($1, $2, $3, $4, $5)
         on conflict (streamer_id) do nothing`,
        [id, figures.year, figures.sessions, figures.credited, now],
      );
      if (rowCount === 0) return; // asked meanwhile, or for the year before
      const secondReminder = daysAfter(at, 2 * DAYS_BETWEEN_REMINDERS);
      await tell(db, id, { step: 'asked', ...figures, waitsFrom: payoutsWaitFrom(at, secondReminder) }, now);
    });
  const { rows: open } = await pool.query(OPEN, [now, DAYS_BETWEEN_REMINDERS * 24]);
  for (const { streamer_id: streamerId } of open)
    await attempt(streamerId, (db) => remind(db, streamerId, now));
}

const millis = (date: Date): Instant => instantOf(date.getTime());

async function remind(db: pg.PoolClient, streamerId: string, now: Date): Promise<void> {
  const { rows } = await db.query(
    `select year, sessions, credited_cents, asked_at, reminded_at, reminded_again_at from public.identity_requests
     where streamer_id = $1 and completed_at is null for update`,
    [streamerId],
  );
  const [row] = rows;
  if (!row) return; // answered meanwhile
  const at = millis(now);
  const askedAt = millis(row.asked_at);
  const remindedAt = row.reminded_at && millis(row.reminded_at);
  const due = nextReminderAt({
    askedAt,
    remindedAt,
    remindedAgainAt: row.reminded_again_at && millis(row.reminded_again_at),
  });
  if (due === null || due > at) return;
  const again = remindedAt !== null;
  const waitsFrom = payoutsWaitFrom(askedAt, again ? at : daysAfter(at, DAYS_BETWEEN_REMINDERS));
  await db.query(
    `update public.identity_requests set reminded_at = coalesce(reminded_at, $2), reminded_again_at = case when $3::boolean then $2 end,
       waits_from = case when $3 then $4::timestamptz end where streamer_id = $1`,
    [streamerId, now, again, new Date(waitsFrom)],
  );
  const figures = { year: row.year, sessions: row.sessions, credited: Number(row.credited_cents) };
  await tell(db, streamerId, { step: again ? 'reminded_again' : 'reminded', ...figures, waitsFrom }, now);
}

interface Told {
  step: 'asked' | 'reminded' | 'reminded_again';
  year: number;
  sessions: number;
  /** Cents. */
  credited: number;
  waitsFrom: Instant;
}

/** A notification and a mail, in the transaction of the step. */
async function tell(db: pg.PoolClient, streamerId: string, told: Told, now: Date): Promise<void> {
  const { rows } = await db.query(
    `with told as (
       insert into public.notifications (person_id, kind, data, created_at)
       select id, 'identity_requested', jsonb_build_object('side', 'streamer', 'event', 'identity_requested', 'step', $2::text, 'waitsFrom', $3::text), $4
       from public.profiles where id = $1 returning person_id
     )
     select u.email, p.first_name from told join public.profiles p on p.id = told.person_id join auth.users u on u.id = p.id`,
    [streamerId, told.step, new Date(told.waitsFrom).toISOString(), now],
  );
  const [person] = rows;
  if (!person?.email) return;
  const recipient = { to: person.email, userId: streamerId, firstName: person.first_name };
  await postMail(db, identityRequested, recipient, { ...told, credited: cents(told.credited) });
}
