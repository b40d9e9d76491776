import { beforeAll, describe, expect, test } from 'vitest';
import { insertAdminRequest } from '#database/seed/factories.ts';
import {
  insertBooking,
  insertOffer,
  insertPayment,
  publishStreamer,
} from '#database/seed/marketplace-factories.ts';
import { takeCase } from '#product/moderation/contract.ts';
import type { TeamRole } from '#product/shared/team-roles.ts';
import { assignThread } from '#product/support/contract.ts';
import { ask, codeOf, openProduct, type SignedIn } from '#product/testing/product-server.ts';
import { asCaller } from '#server/postgres/as-caller.ts';
import { findSubjects } from './contract.ts';

const product = await openProduct();
const { pool } = product.database;
const { rows } = product;

const join = async (...roles: TeamRole[]): Promise<SignedIn> => {
  const admin = await product.join({ role: 'admin', firstName: 'Anouk', lastName: 'Garance' });
  await rows('delete from public.team_roles where person_id = $1', [admin.id]);
  for (const role of roles)
    await rows('insert into public.team_roles (person_id, role) values ($1, $2)', [admin.id, role]);
  return admin;
};
/** What somebody reads of the queue, as the page does: the gravest first, and of those the oldest. */
const queueOf = ({ id }: SignedIn) =>
  asCaller(
    pool,
    { role: 'authenticated', claims: { sub: id, role: 'authenticated' } },
    async (db) =>
      (
        await db.query(
          'select kind, subject_id, severity, since, assignee_name, title, person_name from admin_queue order by severity desc, since, id',
        )
      ).rows,
  );
const kindsOf = async (person: SignedIn) => (await queueOf(person)).map(({ kind }) => kind).sort();

const all = await join('all');
const support = await join('support');
const moderation = await join('moderation');
const finance = await join('finance');
const readOnly = await join('read_only');
const viewer = await product.join({
  firstName: 'Éloïse',
  lastName: 'Marchetti',
  email: 'eloise.marchetti@loge.test',
});
const streamer = await product.join({ role: 'streamer', firstName: 'Basile', lastName: 'Roux' });

await publishStreamer(pool, streamer.id);
const start = new Date(Date.now() + 5 * 86_400_000);
const booking = await insertBooking(pool, { streamerId: streamer.id, viewerId: viewer.id, start });
const payment = await insertPayment(pool, {
  bookingId: booking,
  streamerId: streamer.id,
  viewerId: viewer.id,
});
const insertCase = async (severity: number, hoursAgo: number, title: string) => {
  const [row] = await rows(
    `insert into public.moderation_cases (subject_kind, subject_id, person_id, title, severity, category, opened_at, last_reported_at)
     values ('profile', gen_random_uuid(), $1, $2, $3, 'other', now() - make_interval(hours => $4), now()) returning id, number`,
    [viewer.id, title, severity, hoursAgo],
  );
  return row as { id: string; number: number };
};
const insertThread = async () => {
  const [row] = await rows(
    `insert into public.support_threads (person_id, subject, context, opened_at, last_message_at, waiting_since)
     values ($1, 'Mon billet', 'help', now(), now(), now() - interval '30 hours') returning id, number`,
    [viewer.id],
  );
  return row as { id: string; number: number };
};

describe('the queue', async () => {
  const grave = await insertCase(3, 1, 'Grave');
  const older = await insertCase(1, 50, 'Ancien');
  const newer = await insertCase(1, 2, 'Récent');
  const thread = await insertThread();
  await insertAdminRequest(pool, viewer.id);
  await rows(
    `insert into private.disputes (provider, reference, payment_id, amount_cents) values ('sandbox', 'dp_1', $1, 4500)`,
    [payment],
  );
  await rows(
    `insert into public.payment_orders (payment_id, kind, amount_cents, state, posting_kind) values ($1, 'refund', 300, 'failed', 'refund')`,
    [payment],
  );
  await rows(
    `insert into public.payouts (streamer_id, provider, account_reference, amount_cents, state, ended_at) values ($1, 'sandbox', 'acct_1', 900, 'failed', now())`,
    [streamer.id],
  );
  await rows(
    `insert into public.calendars (streamer_id, label, url, state, failing_since) values ($1, 'Perso', 'https://example.org/a.ics', 'broken', now())`,
    [streamer.id],
  );
  const ready = await product.join({ role: 'streamer' });
  await rows(
    `update public.streamers set headline = 'Échecs', bio = 'Je relis vos parties.', categories = '{echecs}', published_at = null where id = $1`,
    [ready.id],
  );
  await insertOffer(pool, ready.id);
  await rows(
    'insert into public.weekly_hours (streamer_id, weekday, from_minute, to_minute) values ($1, 1, 540, 600)',
    [ready.id],
  );

  test('has for each role what its duty decides, and nothing for who decides nothing', async () => {
    expect(await kindsOf(support)).toEqual(['calendar', 'page', 'thread']);
    expect(await kindsOf(moderation)).toEqual(['case', 'case', 'case', 'page']);
    expect(await kindsOf(finance)).toEqual(['dispute', 'order', 'payout']);
    expect(await kindsOf(all)).toEqual(
      ['calendar', 'case', 'case', 'case', 'dispute', 'order', 'page', 'payout', 'request', 'thread'].sort(),
    );
    expect(await queueOf(readOnly)).toEqual([]);
    expect(await queueOf(viewer)).toEqual([]);
    expect(await queueOf(streamer)).toEqual([]);
  });

  test('begins with the gravest, and of those with the oldest', async () => {
    const cases = (await queueOf(moderation)).filter(({ kind }) => kind === 'case');
    expect(cases.map(({ subject_id }) => subject_id)).toEqual([grave.id, older.id, newer.id]);
  });

  test('says who has what', async () => {
    const hasIt = async (person: SignedIn, id: string) =>
      (await queueOf(person)).find(({ subject_id }) => subject_id === id)?.assignee_name;
    expect(await hasIt(moderation, grave.id)).toBeNull();
    await ask(moderation, takeCase, { caseId: grave.id });
    expect(await hasIt(moderation, grave.id)).toBe('Anouk Garance');
    await ask(support, assignThread, { threadId: thread.id, assigneeId: support.id, before: null });
    expect(await hasIt(support, thread.id)).toBe('Anouk Garance');
    // A case is taken for half an hour.
    await rows("update public.moderation_cases set taken_until = now() - interval '1 minute' where id = $1", [
      grave.id,
    ]);
    expect(await hasIt(moderation, grave.id)).toBeNull();
  });

  test('lets go of what is decided', async () => {
    await rows("update public.calendars set state = 'working', failing_since = null where streamer_id = $1", [
      streamer.id,
    ]);
    await rows('update public.streamers set published_at = now() where id = $1', [ready.id]);
    expect(await kindsOf(support)).toEqual(['thread']);
  });
});

describe('the search', () => {
  const found = async (from: SignedIn, words: string) =>
    (await ask(from, findSubjects, { words })).found.map(({ kind, id }) => ({ kind, id }));
  let wanted = { id: '', number: 0 };
  let thread = { id: '', number: 0 };
  // Not before the queue was read, which they would be in.
  beforeAll(async () => {
    wanted = await insertCase(2, 3, 'Insulte');
    thread = await insertThread();
  });

  test('finds people by words of their name in any order, without accents, and by the beginning of their address', async () => {
    for (const words of ['eloise', 'Éloï', 'marchetti él', 'ELOISE.march', 'eloise.marchetti@loge.test'])
      expect([words, await found(readOnly, words)]).toEqual([
        words,
        expect.arrayContaining([{ kind: 'person', id: viewer.id }]),
      ]);
    for (const words of ['loise', 'marchettix', '%%', '__'])
      expect([words, await found(readOnly, words)]).toEqual([words, []]);
  });

  test('follows a changed address', async () => {
    const moving = await product.join({ email: 'avant@loge.test' });
    await rows("update auth.users set email = 'apres@loge.test' where id = $1", [moving.id]);
    expect(await found(readOnly, 'avant@')).toEqual([]);
    expect(await found(readOnly, 'apres@')).toEqual([{ kind: 'person', id: moving.id }]);
  });

  test('finds a session and its payment by the ticket’s number, and a payment by its reference', async () => {
    for (const ticket of [
      booking.slice(0, 8),
      booking.slice(0, 8).toUpperCase(),
      `Billet ${booking.slice(0, 8)}`,
      booking,
    ])
      expect(await found(finance, ticket)).toEqual([
        { kind: 'session', id: booking },
        { kind: 'payment', id: payment },
      ]);
    expect(await found(finance, payment.slice(0, 8))).toEqual([{ kind: 'payment', id: payment }]);
    expect(await found(finance, `pi_${payment}`)).toEqual([{ kind: 'payment', id: payment }]);
  });

  test('finds what is a person’s, to those whose duty it is', async () => {
    const kinds = async (from: SignedIn) =>
      [...new Set((await found(from, 'marchetti')).map(({ kind }) => kind))].sort();
    expect(await kinds(all)).toEqual(['case', 'payment', 'person', 'session', 'thread']);
    expect(await kinds(support)).toEqual(['payment', 'person', 'session', 'thread']);
    expect(await kinds(moderation)).toEqual(['case', 'payment', 'person', 'session']);
    expect(await kinds(readOnly)).toEqual(['payment', 'person', 'session']);
  });

  test('finds a case and a thread by their number', async () => {
    const caseNumber = `M-${String(wanted.number).padStart(4, '0')}`;
    const threadNumber = `D-${String(thread.number).padStart(4, '0')}`;
    expect(await found(moderation, caseNumber)).toEqual([{ kind: 'case', id: wanted.id }]);
    expect(await found(support, threadNumber.toLowerCase())).toEqual([{ kind: 'thread', id: thread.id }]);
    expect(await found(support, caseNumber)).toEqual([]);
    expect(await found(finance, threadNumber)).toEqual([]);
  });

  test('never answers more than twenty, nor to anybody else', async () => {
    await rows("update public.profiles set first_name = 'Vingt', last_name = 'Fois' where id = any ($1)", [
      [viewer.id, streamer.id, support.id, finance.id],
    ]);
    for (let count = 0; count < 10; count += 1) {
      await insertThread();
      await insertCase(1, count, 'Essai');
      await insertBooking(pool, {
        streamerId: streamer.id,
        viewerId: viewer.id,
        start: new Date(start.getTime() + (count + 1) * 86_400_000),
        status: 'cancelled_by_viewer',
      });
    }
    expect((await found(all, 'vingt')).length).toBeLessThanOrEqual(20);
    for (const other of [viewer, streamer])
      expect(await codeOf(other, findSubjects, { words: 'vingt' })).toBe('forbidden');
  });

  test('asks an index, however much there is', async () => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      // With few rows a scan is cheaper: what is asked here is whether there is an index that fits.
      await client.query('set local enable_seqscan = off');
      const plan = async (sql: string, values: unknown[]) =>
        (await client.query(`explain ${sql}`, values)).rows.map((row) => row['QUERY PLAN']).join('\n');
      const people = await plan(
        `select person_id from private.profile_searches f where (' ' || f.names) like $1
         or f.email collate "C" >= $2 and f.email collate "C" < $2 || chr(1114111)`,
        ['% elo%', 'elo'],
      );
      expect(people).toContain('profile_searches_names_idx');
      expect(people).toContain('profile_searches_email_idx');
      expect(await plan('select id from public.payments where payment_reference = $1', ['pi_1'])).toContain(
        'payments_reference_idx',
      );
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
