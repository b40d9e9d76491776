import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { openBytes } from '#platform/storage/bytes.ts';
import { nowOf, openFixture, runTask, startIn } from '#product/booking/testing/fixture.ts';
import { carryOutOrders } from '#product/payments/carry-out-orders.ts';
import { tillOf } from '#product/payments/testing/till.ts';
import { openProduct, send } from '#product/testing/product-server.ts';
import { ProviderUnavailable } from '#server/integrations/payments/provider.ts';
import { runAhead } from '../../scripts/test/moved-clock.ts';
import { CHECK_INTEGRITY, checkIntegrity, findFaults, type IntegrityDeps } from './check-integrity.ts';
import { requestCheck, runTask as runTaskContract } from './contract.ts';

const product = await openProduct();
const { pool } = product.database;
const till = tillOf(product);
const folder = mkdtempSync(join(tmpdir(), 'loge-integrity-'));
afterAll(() => rmSync(folder, { recursive: true }));
const bytes = await openBytes(folder);
const deps = { product: product.deps, bytes };

const fixture = await openFixture(product, { priceCents: 4_999 });
const admin = await product.join({ role: 'admin' });
const bookingId = await till.paid(await product.join(), fixture, startIn(product, 3));
const { id: paymentId } = await till.paymentOf(bookingId);
await carryOutOrders(product.work);
const posting = await pool.query<{ id: string }>(
  `select id from public.ledger_postings where payment_id = $1 and kind = 'capture'`,
  [paymentId],
);
const postingId = posting.rows[0]!.id;
await pool.query("insert into storage.buckets (id, name) values ('box', 'box')");
const version = randomUUID();
const keep = async (one: string) =>
  bytes.keep(await bytes.receive(Readable.from([Buffer.from('abc')]), 100), one);
await keep(version);
await pool.query("insert into storage.objects (bucket_id, name, version) values ('box', 'a', $1)", [version]);
for (const number of [1, 2]) {
  const client = await pool.connect();
  await client.query('begin');
  await client.query(
    `insert into private.document_series (issuer, year, last) values ('loge', 2026, 1)
     on conflict (issuer, year) do update set last = document_series.last + 1`,
  );
  await client.query<Record<string, never>>(
    `insert into public.documents (issuer, year, number, reference, kind, source, issued_at, streamer_id,
       period_first, buyer_name, label, net_cents, vat_cents, total_cents, pdf, chain)
     values ('loge', 2026, $1::int, 'L-' || $1::int, 'commission_invoice', 'test:' || $1::int, now(), $2, '2026-01-01', 'a', 'b', 1, 0, 1, 'pdf', '')`,
    [number, fixture.streamer.id],
  );
  await client.query('commit');
  client.release();
}

/** The kernel, which stamps the files, has the machine's clock (scripts/test/moved-clock.ts). */
const machineNow = () => Date.now() - runAhead;
/** Four hours later by both clocks, when nothing that lies about is on its way any more. */
const later = () => new Date(Math.max(nowOf(product).getTime(), machineNow()) + 4 * 3_600_000);
const logged: { msg: string }[] = [];
const logger = pino({ level: 'warn' }, { write: (line: string) => logged.push(JSON.parse(line)) });
const faultsAt = (now: Date, its: IntegrityDeps = deps) => findFaults({ pool, now, logger }, its);
const faults = () => faultsAt(later());

/** Writes past every constraint trigger, as a hand in the database would; `undo` puts it back. */
async function byHand(sql: string, values: unknown[] = []): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query<Record<string, never>>(sql, values);
  } finally {
    await client.query('set session_replication_role = origin');
    client.release();
  }
}

test('nothing is found where everything agrees', async () => {
  expect(await faults()).toEqual([]);
});

describe('is found, with its reference:', () => {
  const broken: [
    what: string,
    breaks: string,
    values: unknown[],
    mends: string,
    found: [string, string][],
  ][] = [
    [
      'a posting that does not balance',
      `insert into public.ledger_lines (posting_id, account, amount_cents) values ($1, 'processing_costs', 1)`,
      [postingId],
      `delete from public.ledger_lines where posting_id = $1 and account = 'processing_costs'`,
      [['ledger', postingId]],
    ],
    [
      'a kept balance that is not the ledger’s',
      'update public.payment_balances set pending_cents = pending_cents + 1 where payment_id = $1',
      [paymentId],
      'update public.payment_balances set pending_cents = pending_cents - 1 where payment_id = $1',
      [['balances', paymentId]],
    ],
    [
      'a payment that says more was refunded than the books and the provider do',
      'update public.payments set refunded_cents = refunded_cents + 100 where id = $1',
      [paymentId],
      'update public.payments set refunded_cents = refunded_cents - 100 where id = $1',
      [
        ['payments', paymentId],
        ['provider', paymentId],
      ],
    ],
    [
      'a session of which more is kept than it costs',
      `update public.bookings set price_cents = price_cents - 500, updated_at = now() - interval '1 day' where id = $1`,
      [bookingId],
      'update public.bookings set price_cents = price_cents + 500 where id = $1',
      [['bookings', bookingId]],
    ],
    [
      'a session of which more is kept than the team decided',
      `with aged as (update public.bookings set updated_at = now() - interval '1 day' where id = $1)
       insert into public.settlement_overrules (booking_id, at, refund_cents, refunded_before_cents, reason) values ($1, now(), 500, 0, 'Le son manquait')`,
      [bookingId],
      'delete from public.settlement_overrules where booking_id = $1',
      [['bookings', bookingId]],
    ],
    [
      'a payment that the provider does not have',
      `update sandbox.payments set refunded_cents = refunded_cents + 100 where payment_id = $1::text`,
      [paymentId],
      'update sandbox.payments set refunded_cents = refunded_cents - 100 where payment_id = $1::text',
      [['provider', paymentId]],
    ],
    [
      'a document whose bytes were changed',
      `update public.documents set pdf = 'PDF' where reference = $1`,
      ['L-1'],
      `update public.documents set pdf = 'pdf' where reference = $1`,
      [['documents', 'L-1']],
    ],
    [
      'a document that left its series',
      'update public.documents set number = number + 10 where reference = $1',
      ['L-2'],
      'update public.documents set number = number - 10 where reference = $1',
      [['documents', 'L-2']],
    ],
  ];
  test.each(broken)('%s', async (_what, breaks, values, mends, found) => {
    await byHand(breaks, values);
    const seen = await faults();
    await byHand(mends, values);
    expect(seen).toMatchObject(found.map(([check, id]) => ({ check, count: 1, examples: [id] })));
    expect(await faults()).toEqual([]);
  });

  test('a session that nobody paid', async () => {
    await byHand(`update public.payments set booking_id = gen_random_uuid() where id = $1`, [paymentId]);
    await byHand(`update public.bookings set updated_at = now() - interval '1 day' where id = $1`, [
      bookingId,
    ]);
    const seen = await faults();
    await byHand('update public.payments set booking_id = $2 where id = $1', [paymentId, bookingId]);
    expect(seen).toContainEqual(
      expect.objectContaining({ check: 'bookings', count: 1, examples: [bookingId] }),
    );
    expect(await faults()).toEqual([]);
  });

  test('a file without its bytes, and bytes without a file, not before an upload may have ended', async () => {
    const stray = randomUUID();
    await keep(stray);
    await bytes.discard(version);
    expect(await faultsAt(new Date(machineNow()))).toMatchObject([
      { check: 'lost_files', count: 1, examples: [version] },
    ]);
    expect(await faults()).toMatchObject([
      { check: 'lost_files', count: 1, examples: [version] },
      { check: 'stray_files', count: 1, examples: [stray] },
    ]);
    // The sweep has those in hand that were discarded: nothing to tell the team.
    await pool.query('insert into storage.discarded_versions (version) values ($1)', [stray]);
    expect(await faults()).toMatchObject([{ check: 'lost_files', count: 1, examples: [version] }]);
    await pool.query('delete from storage.discarded_versions');
    await bytes.discard(stray);
    await keep(version);
    expect(await faults()).toEqual([]);
  });

  test('what the database has, although the provider does not answer, and that it does not', async () => {
    await bytes.discard(version);
    const readCheckout = async () => {
      throw new ProviderUnavailable('the provider is down');
    };
    const payments = { ...product.deps.payments, readCheckout };
    const seen = await faultsAt(later(), { ...deps, product: { ...product.deps, payments } });
    await keep(version);
    expect(seen).toMatchObject([
      { check: 'unanswered', count: 1, examples: [paymentId] },
      { check: 'lost_files', count: 1, examples: [version] },
    ]);
    expect(logged).toMatchObject([{ msg: 'the provider did not say what it has of a payment' }]);
    expect(await faults()).toEqual([]);
  });
});

describe('the task', () => {
  const run = () => runTask(product, checkIntegrity(deps));
  const told = async () =>
    product.rows(
      `select (select count(*)::int from public.notifications where person_id = $1 and kind = 'integrity_differs') as notifications,
         (select count(*)::int from mail.messages where to_address = $2 and kind = 'notice.integrity_differs') as mails`,
      [admin.id, admin.email],
    );

  test('tells the team of a finding once, and again when it is another', async () => {
    await run();
    expect(await told()).toEqual([{ notifications: 0, mails: 0 }]);
    await bytes.discard(version);
    // Asked for by several admins at once: one check.
    await Promise.all([1, 2, 3].map(() => send(admin, requestCheck, {})));
    expect(product.kicked).toEqual([CHECK_INTEGRITY, CHECK_INTEGRITY, CHECK_INTEGRITY]);
    await run();
    expect(await told()).toEqual([{ notifications: 1, mails: 1 }]);
    await send(admin, requestCheck, {});
    await run();
    expect(await told()).toEqual([{ notifications: 1, mails: 1 }]);
    await byHand('update public.payment_balances set pending_cents = pending_cents + 1');
    await send(admin, requestCheck, {});
    await run();
    expect(await told()).toEqual([{ notifications: 2, mails: 2 }]);
    // As many as before, and not the same ones.
    await keep(version);
    await pool.query("insert into storage.objects (bucket_id, name, version) values ('box', 'b', $1)", [
      randomUUID(),
    ]);
    await send(admin, requestCheck, {});
    await run();
    expect(await told()).toEqual([{ notifications: 3, mails: 3 }]);
    await run(); // nobody asked, and no night has passed
    const { rows } = await pool.query(
      'select jsonb_array_length(findings) as found from private.integrity_checks order by id',
    );
    expect(rows.map(({ found }) => found)).toEqual([0, 1, 1, 2, 2]);
  });

  test('is asked for by admins alone, as is every other task', async () => {
    const viewer = await product.join();
    for (const sent of [
      send(viewer, requestCheck, {}),
      send(viewer, runTaskContract, { name: 'mail/deliver' }),
    ])
      expect((await sent).refusal?.code).toBe('forbidden');
    expect((await send(admin, runTaskContract, { name: 'no/such-task' })).refusal?.code).toBe('not_found');
    await pool.query(
      "insert into private.tasks (name, place, lease_seconds, concurrency) values ('mail/deliver', 'once', 10, 1)",
    );
    expect((await send(admin, runTaskContract, { name: 'mail/deliver' })).refusal).toBeNull();
    expect(product.kicked.at(-1)).toBe('mail/deliver');
  });
});
