import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { insertPerson } from '../factories.ts';
import {
  insertBooking,
  insertFilm,
  insertOffer,
  insertPayment,
  publishStreamer,
} from '../marketplace-factories.ts';
import { insertRows } from '../rows.ts';

/**
 * One row of everything between the viewer and the streamer given, beside a hidden streamer: what the table of policies asks about.
 * @returns the ids that its statements name
 */
export async function insertMarketplace(
  pool: pg.Pool,
  { viewer = '', streamer = '', admin = '' }: Record<string, string>,
): Promise<Record<string, string>> {
  const hidden = await insertPerson(pool, { email: 'hidden@loge.test', role: 'streamer' });
  await publishStreamer(pool, streamer);
  const offer = await insertOffer(pool, streamer);
  const put = await insertOffer(pool, streamer, { is_active: false });
  const unseen = await insertOffer(pool, hidden);
  const start = new Date(Date.now() + 5 * 86_400_000);
  const booking = await insertBooking(pool, {
    streamerId: streamer,
    viewerId: viewer,
    offerId: offer,
    start,
  });
  const payment = await insertPayment(pool, { bookingId: booking, streamerId: streamer, viewerId: viewer });
  const [calendar, posting, payout, failed] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const at = new Date();
  await insertRows(pool, 'public.streamer_links', [
    { id: randomUUID(), streamer_id: streamer, platform: 'twitch', url: 'https://twitch.tv/a', position: 0 },
    { id: randomUUID(), streamer_id: hidden, platform: 'twitch', url: 'https://twitch.tv/b', position: 0 },
  ]);
  for (const [person, channel] of [
    [streamer, '1001'],
    [hidden, '1002'],
  ]) {
    await pool.query(
      `insert into auth.identities (user_id, provider, provider_id, identity_data) values ($1, 'twitch', $2, '{"name": "paule_joue"}')`,
      [person, channel],
    );
  }
  const film = await insertFilm(pool, streamer);
  await insertFilm(pool, hidden);
  const monday = { id: randomUUID(), streamer_id: streamer, weekday: 1, from_minute: 600, to_minute: 720 };
  await insertRows(pool, 'public.weekly_hours', [monday]);
  await insertRows(pool, 'public.date_exceptions', [
    { streamer_id: streamer, date: '2030-01-01', ranges: [], note: '' },
  ]);
  await pool.query(
    `insert into absences (streamer_id, first_date, last_date, reason) values ($1, '2030-02-01', '2030-02-08', 'Vacances')`,
    [streamer],
  );
  await pool.query(
    `insert into travels (streamer_id, zone, first_date, last_date) values ($1, 'Asia/Tokyo', '2030-03-01', '2030-03-08')`,
    [streamer],
  );
  await pool.query(
    `insert into calendars (id, streamer_id, label, url) values ($1, $2, 'Perso', 'https://example.org/a.ics')`,
    [calendar, streamer],
  );
  await pool.query(
    'insert into busy_times (calendar_id, streamer_id, starts_at, ends_at) values ($1, $2, $3, $4)',
    [calendar, streamer, at, start],
  );
  await pool.query(
    `insert into accounting_months (month, closed_at, postings, reason) values ('2020-01-01', '2020-02-05', 0, 'Essai')`,
  );
  await pool.query(
    `with made as (
       insert into accounting_files (kind, name, first_day, last_day, body, digest, made_at, made_by)
       select 'month', name, '2020-01-01', '2020-01-31', 'x', sha256('x'), $2::timestamptz, $1::uuid
       from (values ('a.csv'), ('undeposited.csv')) as files (name) returning id, name, digest),
     handed_in as (
       insert into accounting_deposits (file_id, reference, deposited_at, deposited_by)
       select id, 'Essai', $2, $1 from made where name = 'a.csv')
     insert into accounting_downloads (file_id, digest, downloaded_at, downloaded_by) select id, digest, $2, $1 from made where name = 'a.csv'`,
    [hidden, at],
  );
  await pool.query(
    `insert into private.report_schedules (kind, format, every, day, hour, recipients, next_month, created_at, created_by)
     values ('month', 'csv', 'month', 5, 8, array[$1::uuid], '2020-02-01', $2, $1)`,
    [hidden, at],
  );
  await pool.query('insert into favourites (viewer_id, streamer_id) values ($1, $2)', [viewer, streamer]);
  await pool.query('insert into contact_consents (viewer_id, streamer_id) values ($1, $2)', [
    viewer,
    streamer,
  ]);
  await pool.query(
    `insert into booking_events (booking_id, revision, at, actor, type, to_status) values ($1, 0, $2, 'viewer', 'hold', 'held')`,
    [booking, at],
  );
  for (const [person, side] of [
    [viewer, 'viewer'],
    [streamer, 'streamer'],
  ]) {
    await pool.query(
      `insert into attendances (session_id, person_id, side, joined_at, last_seen_at) values ($1, $2, $3, $4, $4)`,
      [booking, person, side, at],
    );
  }
  await pool.query(
    `insert into session_extensions (booking_id, side, minutes, price_cents, state, reason, offered_at, until_at, ended_at)
     values ($1, 'viewer', 15, 500, 'refused', 'declined', $2, $2, $2)`,
    [booking, at],
  );
  await pool.query(
    'insert into waiting_list_entries (viewer_id, streamer_id, offer_id) values ($1, $2, $3)',
    [viewer, streamer, offer],
  );
  await pool.query(
    'insert into reviews (booking_id, streamer_id, viewer_id, rating) values ($1, $2, $3, 5)',
    [booking, streamer, viewer],
  );
  await pool.query(`insert into notifications (person_id, kind, booking_id) values ($1, 'confirmed', $2)`, [
    viewer,
    booking,
  ]);
  await pool.query('update bookings set confirmed_at = coalesce(confirmed_at, now()) where id = $1', [
    booking,
  ]);
  await pool.query(
    `with said as (insert into session_messages (session_id, author_id, side, body, sent_at) values ($1, $2, 'viewer', 'Bonsoir', now()) returning id)
     insert into attachments (id, owner_id, message_id, file_name, type, size_bytes, state, sent_at)
     select gen_random_uuid(), $2, id, 'partie.pdf', 'application/pdf', 1, 'clean', now() from said`,
    [booking, viewer],
  );
  await pool.query(
    `insert into message_reads (session_id, person_id, last_read_id, read_at) values ($1, $2, 1, now())`,
    [booking, viewer],
  );
  await pool.query(
    `insert into admin_entries (session_id, reason, entered_at) values ($1, 'À la demande du viewer', now())`,
    [booking],
  );
  // Two conversations that the admin opened: this one an hour ago, and another one that is still open.
  const opened = randomUUID();
  await pool.query(
    `insert into session_messages (session_id, author_id, side, body, sent_at) values ($1, $2, 'streamer', 'Bonsoir', now())`,
    [opened, hidden],
  );
  await pool.query(
    `insert into conversation_openings (session_id, admin_id, reason, opened_at, ends_at)
     values ($1, $3, 'Signalement', now() - interval '2 hours', now() - interval '1 hour'),
       ($2, $3, 'Signalement', now() - interval '1 minute', now() + interval '20 minutes')`,
    [booking, opened, admin === '' ? null : admin],
  );
  await pool.query(
    `insert into room_acts (session_id, at, actor_id, actor_side, act, target_id)
     values ($1, now(), $2, 'streamer', 'remove', $3), ($1, now(), $2, 'streamer', 'lobby_on', null)`,
    [booking, streamer, viewer],
  );
  await pool.query(
    `insert into settlement_overrules (booking_id, at, refund_cents, refunded_before_cents, reason)
     values ($1, now(), 2000, 1000, 'Son coupé')`,
    [booking],
  );
  await pool.query('insert into person_settings (person_id) values ($1)', [viewer]);
  await pool.query(
    `insert into text_versions (slug, version, body, effective_at, reason, created_at) values
       ('cgu', 1, 'Une règle.', now() - interval '1 day', 'Premier texte', now()),
       ('cgu', 2, 'Une autre.', now() + interval '1 day', 'Second texte', now())`,
  );
  await pool.query(
    `insert into private.text_drafts (slug, base_version, body, updated_at) values ('cgu', 2, 'Un brouillon.', now())`,
  );
  await pool.query(
    `insert into private.house_texts (slug, body, since) values ('cgu', 'La règle de Loge.', now() + interval '1 hour')
     on conflict (slug, digest) do update set since = excluded.since`,
  );
  await pool.query(
    `insert into text_acceptances (person_id, slug, version, accepted_at) values ($1, 'cgu', 1, now())`,
    [viewer],
  );
  await pool.query(
    "insert into income_scenarios (person_id, place, name, address) values ($1, 1, 'Le soir', 'price=45')",
    [viewer],
  );
  await pool.query(
    `insert into payment_orders (payment_id, kind, amount_cents) values ($1, 'capture', 4500)`,
    [payment],
  );
  await pool.query(
    `insert into payout_accounts (streamer_id, provider, account_reference) values ($1, 'sandbox', 'acct_1')`,
    [streamer],
  );
  await pool.query(
    `insert into payouts (id, streamer_id, provider, account_reference, amount_cents) values ($1, $2, 'sandbox', 'acct_1', 3825)`,
    [payout, streamer],
  );
  await pool.query(
    `insert into payouts (id, streamer_id, provider, account_reference, amount_cents, state, provider_reference, ended_at, last_error)
     values ($1, $2, 'sandbox', 'acct_1', 2000, 'failed', 'po_1', now(), 'refused by the bank')`,
    [failed, streamer],
  );
  await pool.query('insert into payout_parts (payout_id, payment_id, amount_cents) values ($1, $2, 3825)', [
    payout,
    payment,
  ]);
  await pool.query(
    `with posting as (
       insert into ledger_postings (id, at, kind, source, payment_id) values ($1, $3, 'capture', 'test', $4) returning id)
     insert into ledger_lines (posting_id, account, streamer_id, amount_cents)
     select id, account, streamer_id::uuid, amount from posting, (values
       ('provider_balance', null, 4500), ('platform_fees', null, -675), ('streamer_pending', $2::text, -3825)
     ) line (account, streamer_id, amount)`,
    [posting, streamer, at, payment],
  );
  const document = randomUUID();
  const statement = randomUUID();
  await pool.query(
    `insert into billing_mandates (streamer_id, accepted_at, version, commission_month) values ($1, now(), 1, '2030-01-01')`,
    [streamer],
  );
  await pool.query(
    `insert into identity_requests (streamer_id, year, sessions, credited_cents, asked_at) values ($1, 2030, 25, 95625, now())`,
    [streamer],
  );
  await pool.query(
    `insert into discount_codes (streamer_id, code, percent, starts_at) values ($1, 'NOEL', 20, now()), (null, 'LOGE', 10, now())`,
    [streamer],
  );
  await inTransaction(pool, async (db) => {
    await db.query(`insert into private.document_series (issuer, year, last) values ($1, 2030, 1)`, [
      streamer,
    ]);
    await db.query(
      `insert into documents (id, issuer, year, number, reference, kind, source, issued_at, streamer_id, viewer_id, booking_id,
         period_first, buyer_name, label, net_cents, vat_cents, total_cents, pdf, chain)
       values ($1, $2::text, 2030, 1, 'LG-1', 'session_invoice', 'test', now(), $2::text::uuid, $3, $4, '2030-01-01', 'A.', 'B',
         4500, 0, 4500, '', '')`,
      [document, streamer, viewer, booking],
    );
    await db.query(
      "insert into private.document_series (issuer, year, last) values ('loge-statements', 2030, 1)",
    );
    await db.query(
      `insert into documents (id, issuer, year, number, reference, kind, source, issued_at, streamer_id, period_first, buyer_name, label,
         net_cents, vat_cents, total_cents, pdf, chain)
       values ($1, 'loge-statements', 2030, 1, 'LG-R-1', 'yearly_statement', 'test-statement', now(), $2, '2029-01-01', 'A.', 'B', 3825, 0, 3825, '', '')`,
      [statement, streamer],
    );
    await db.query('insert into statement_quarters values ($1, 1, 1, 3825, 675)', [statement]);
  });
  return {
    opened,
    hidden,
    film,
    offer,
    put,
    unseen,
    booking,
    payment,
    calendar,
    posting,
    payout,
    failed,
    document,
    statement,
  };
}
