// Long because one server serves every way in which a document is made, read and kept after its people are gone.
import { createHash, randomUUID } from 'node:crypto';
import { extractXml } from '@stackforge-eu/factur-x';
import type { Hono } from 'hono';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createGateway } from '#platform/gateway/gateway.ts';
import { exportData } from '#product/accounts/contract.ts';
import { refundPayment } from '#product/administration/marketplace-contract.ts';
import { advance, type Fixture, openFixture, startIn } from '#product/booking/testing/fixture.ts';
import { purgeDeletedAccounts } from '#product/deletion/purge-deleted.ts';
import { applyEvent } from '#product/payments/apply-event.ts';
import { tillOf } from '#product/payments/testing/till.ts';
import { cents } from '#product/shared/money/cents.ts';
import { instantOf, minutesAfter } from '#product/shared/time/instant.ts';
import {
  ask,
  codeOf,
  type ProductServer,
  type SignedIn,
  send,
  startProduct,
} from '#product/testing/product-server.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { createDocumentFiles } from './document-files.ts';
import {
  acceptMandate,
  inspectFiscalIdentity,
  readFiscalIdentity,
  saveFiscalIdentity,
} from './documents-contract.ts';
import { buyerCountry, makeDocuments } from './make-documents.ts';
import { OPERATOR } from './testing/operator.ts';
import { expectSound, IDENTITY, insertHeld } from './testing/sessions.ts';

let product: ProductServer;
let till: ReturnType<typeof tillOf>;
let viewer: SignedIn;
let admin: SignedIn;
let files: Hono;

beforeAll(async () => {
  product = await startProduct();
  till = tillOf(product);
  admin = await product.join({ role: 'admin' });
  const gateway = createGateway(product.keys, ['anon', 'authenticated', 'service_role']);
  files = createDocumentFiles({
    pool: product.database.pool,
    callerOf: (headers) => gateway.caller(headers),
  });
});
beforeEach(async () => {
  viewer = await product.join({ firstName: 'Camille', lastName: 'Durand' });
});
afterAll(() => product.close());

const rows = async (sql: string, values: unknown[] = []) =>
  (await product.database.pool.query(sql, values)).rows;
const make = (pool = product.database.pool) =>
  makeDocuments({
    pool,
    logger: pino({ level: 'error' }, { write: (line: string) => product.errors.push(JSON.parse(line)) }),
    seal: product.deps.seal,
    operator: OPERATOR,
    backdated: false,
    now: () => new Date(Date.now() + product.clock.ahead),
  });
/** Until nothing is due any more. */
const makeAll = async () => {
  for (let made = 1; made > 0; ) made = await make();
};
const documentsOf = (streamerId: string) =>
  rows(
    `select id, reference, kind, number, viewer_id, buyer_name, corrects, total_cents, vat_cents from public.documents
     where streamer_id = $1 order by issued_at, kind desc, number`,
    [streamerId],
  );
const identify = async (streamer: SignedIn) => {
  await ask(streamer, saveFiscalIdentity, IDENTITY);
  await ask(streamer, acceptMandate, { version: 1 });
};

/** A session that was paid, held in full, and settled; the server's clock is after it. */
async function heldSession(fixture: Fixture): Promise<string> {
  const bookingId = await till.paid(viewer, fixture, startIn(product, 2));
  const { start_at, end_at } = await till.one('select start_at, end_at from public.bookings where id = $1', [
    bookingId,
  ]);
  const [start, end] = [instantOf(start_at.getTime()), instantOf(end_at.getTime())];
  await advance(product, bookingId, { type: 'begin', by: 'system' }, start_at);
  const present = [{ start: minutesAfter(start, -5), end }];
  const attendance = { streamer: present, viewer: present };
  await advance(product, bookingId, { type: 'settle', by: 'system', attendance }, end_at);
  product.clock.ahead = end_at.getTime() - Date.now() + 3_600_000;
  return bookingId;
}
const refund = async (bookingId: string, amountCents: number, expectedRefundedCents = 0) => {
  const { id: paymentId } = await till.paymentOf(bookingId);
  const reason = 'Geste commercial demandé';
  await ask(admin, refundPayment, { paymentId, amountCents, expectedRefundedCents, reason });
  await till.work();
};
const download = async (id: string, who: SignedIn | null) =>
  files.request(`/documents/${id}.pdf`, {
    headers: { apikey: product.keys.publishableKey, ...(who && { Authorization: `Bearer ${who.token}` }) },
  });

describe('a session', () => {
  test('waits for the identity and the mandate, then is invoiced once to its viewer', async () => {
    const fixture = await openFixture(product, { priceCents: 4_000 });
    await heldSession(fixture);
    await makeAll();
    expect(await documentsOf(fixture.streamer.id)).toEqual([]);
    expect(await ask(fixture.streamer, readFiscalIdentity, {})).toEqual({
      identity: null,
      mandateAcceptedAt: null,
      waiting: 1,
    });
    expect(await codeOf(fixture.streamer, acceptMandate, { version: 1 })).toBe('identity_incomplete');
    await identify(fixture.streamer);
    await rows("update public.payments set payer_country = 'BE' where streamer_id = $1", [
      fixture.streamer.id,
    ]);
    await makeAll();
    await makeAll();
    const [{ pdf }] = await rows('select pdf from public.documents where streamer_id = $1', [
      fixture.streamer.id,
    ]);
    expect((await extractXml(pdf)).xml).toMatch(/<ram:BuyerTradeParty>.*<ram:CountryID>BE</);
    expect(await documentsOf(fixture.streamer.id)).toMatchObject([
      {
        kind: 'session_invoice',
        number: 1,
        viewer_id: viewer.id,
        buyer_name: 'Camille D.',
        total_cents: 4_000,
        vat_cents: 0,
      },
    ]);
    expect(await ask(fixture.streamer, readFiscalIdentity, {})).toMatchObject({
      identity: { siren: '732829320' },
      waiting: 0,
    });
  });

  test.each([
    ['the country that was given with the card', 'BE', 'America/Montreal', 'BE'],
    ['the country of their zone when the bank does not say', null, 'America/Montreal', 'CA'],
    ['ours when nothing tells', null, 'UTC', 'FR'],
  ])('is invoiced to a viewer in %s', async (_where, payerCountry, zone, expected) => {
    const fixture = await openFixture(product, { priceCents: 4_000 });
    await identify(fixture.streamer);
    const { bookingId } = await till.opened(viewer, fixture, startIn(product, 2));
    const { id, checkout_reference } = await till.paymentOf(bookingId);
    const at = instantOf(Date.now());
    const event = { eventId: `${id}:paid`, at, amount: cents(4_000), kind: 'payment_authorised' } as const;
    const about = { paymentId: id, checkoutReference: checkout_reference, paymentReference: `pay_${id}` };
    await inTransaction(product.database.pool, (db) =>
      applyEvent(db, product.deps, { ...event, ...about, payerCountry }, new Date(at)),
    );
    expect(await till.paymentOf(bookingId)).toMatchObject({
      state: 'authorised',
      payer_country: payerCountry,
    });
    expect(buyerCountry(payerCountry, zone)).toBe(expected);
  });

  test('is not invoiced before it is over', async () => {
    const fixture = await openFixture(product, { priceCents: 4_000 });
    await identify(fixture.streamer);
    await till.paid(viewer, fixture, startIn(product, 2));
    await makeAll();
    expect(await documentsOf(fixture.streamer.id)).toEqual([]);
  });

  test('has a credit note for each refund, which names its invoice', async () => {
    const fixture = await openFixture(product, { priceCents: 4_000 });
    await identify(fixture.streamer);
    const bookingId = await heldSession(fixture);
    await makeAll();
    await refund(bookingId, 1_000);
    await makeAll();
    await refund(bookingId, 500, 1_000);
    await makeAll();
    const [invoice, ...credits] = await documentsOf(fixture.streamer.id);
    expect(credits).toMatchObject([
      { kind: 'session_credit', number: 2, total_cents: 1_000, corrects: invoice.id },
      { kind: 'session_credit', number: 3, total_cents: 500, corrects: invoice.id },
    ]);
  });

  test('that was cancelled and refunded has no document', async () => {
    const fixture = await openFixture(product, { priceCents: 4_000 });
    await identify(fixture.streamer);
    const bookingId = await till.paid(viewer, fixture, startIn(product, 2));
    await advance(product, bookingId, { by: 'streamer', type: 'cancel' });
    await till.work();
    await makeAll();
    expect(await documentsOf(fixture.streamer.id)).toEqual([]);
    expect(await rows('select from private.due_documents where booking_id = $1', [bookingId])).toEqual([]);
  });
});

test('a month’s commission is invoiced by Loge on the third of the next, with its VAT', async () => {
  const fixture = await openFixture(product, { priceCents: 4_000 });
  await identify(fixture.streamer);
  await heldSession(fixture);
  await makeAll();
  const commissions = async () =>
    (await documentsOf(fixture.streamer.id)).filter(({ kind }) => kind.startsWith('commission'));
  expect(await commissions()).toEqual([]);
  product.clock.ahead += 40 * 86_400_000;
  await makeAll();
  // 15 % of 40 EUR, VAT included.
  expect(await commissions()).toMatchObject([
    {
      kind: 'commission_invoice',
      total_cents: 600,
      vat_cents: 100,
      viewer_id: null,
      buyer_name: 'Inès Morel EI',
    },
  ]);
  await makeAll();
  expect(await commissions()).toHaveLength(1);
});

test('a month with commission waits for an invoiceable business, and is invoiced once when there is one', async () => {
  const fixture = await openFixture(product, { priceCents: 4_000 });
  await identify(fixture.streamer);
  await heldSession(fixture);
  await makeAll();
  await ask(fixture.streamer, saveFiscalIdentity, {
    ...IDENTITY,
    kind: 'individual',
    birthDate: '1990-05-12',
    taxNumber: '1234567890123',
  });
  product.clock.ahead += 70 * 86_400_000;
  await makeAll();
  const commissions = async () =>
    (await documentsOf(fixture.streamer.id)).filter(({ kind }) => kind.startsWith('commission'));
  expect(await commissions()).toEqual([]);
  await ask(fixture.streamer, saveFiscalIdentity, IDENTITY);
  await makeAll();
  await makeAll();
  expect(await commissions()).toMatchObject([{ kind: 'commission_invoice', total_cents: 600 }]);
});

test('many sessions whose documents cannot be made stop nobody else’s, and are looked at later', async () => {
  const broken = await product.join({ role: 'streamer' });
  const other = await product.join({ role: 'streamer' });
  const held = (streamer: SignedIn, daysAgo: number) =>
    insertHeld(product.database.pool, {
      streamerId: streamer.id,
      viewerId: viewer.id,
      start: new Date(Date.now() - daysAgo * 86_400_000),
    });
  for (let index = 0; index < 12; index++) await held(broken, 20 + index);
  await held(other, 2);
  for (const streamer of [broken, other]) await identify(streamer);
  const [{ sealed }] = await rows('select sealed from private.fiscal_identities where person_id = $1', [
    broken.id,
  ]);
  const reseal = (its: Buffer) =>
    rows('update private.fiscal_identities set sealed = $2 where person_id = $1', [broken.id, its]);
  await reseal(Buffer.alloc(sealed.length));
  await make();
  expect(await documentsOf(other.id)).toContainEqual(expect.objectContaining({ kind: 'session_invoice' }));
  const now = new Date(Date.now() + product.clock.ahead);
  expect(
    await rows(
      'select count(*)::int as count, min(look_at) > $2 as later from private.due_documents where streamer_id = $1',
      [broken.id, now],
    ),
  ).toEqual([{ count: 12, later: true }]);
  expect(product.errors.splice(0).length).toBeGreaterThanOrEqual(12);
  // Mended, they are made when they are looked at again.
  await reseal(sealed);
  product.clock.ahead += 11 * 60_000;
  await makeAll();
  expect((await documentsOf(broken.id)).filter(({ kind }) => kind === 'session_invoice')).toHaveLength(12);
});

describe('an account that is deleted', () => {
  const purge = (now: Date) =>
    purgeDeletedAccounts({
      pool: product.database.pool,
      logger: pino({ level: 'silent' }),
      now,
      signal: new AbortController().signal,
    });
  const leave = (who: SignedIn, at: Date) =>
    rows(
      "insert into public.deletion_requests (person_id, created_at, deletes_at) values ($1, $2::timestamptz - interval '30 days', $2)",
      [who.id, at],
    );
  const keptOf = async (who: SignedIn) =>
    (await rows('select kept_until from private.fiscal_identities where person_id = $1', [who.id])).map(
      ({ kept_until }) => kept_until?.toISOString() ?? null,
    );

  test('removes the identity when the seller was never paid', async () => {
    const streamer = await product.join({ role: 'streamer' });
    await identify(streamer);
    expect(await keptOf(streamer)).toEqual([null]);
    await leave(streamer, new Date());
    await purge(new Date());
    expect(await rows('select id from auth.users where id = $1', [streamer.id])).toEqual([]);
    expect(await keptOf(streamer)).toEqual([]);
    expect(
      await rows('select streamer_id from public.billing_mandates where streamer_id = $1', [streamer.id]),
    ).toEqual([]);
  });

  test('waits for its last documents, and keeps the identity of a paid seller as long as the law requires', async () => {
    const streamer = await product.join({ role: 'streamer' });
    await identify(streamer);
    const start = new Date(Date.UTC(2026, 2, 10, 18));
    await insertHeld(product.database.pool, { streamerId: streamer.id, viewerId: viewer.id, start });
    // Paid out, so that no money prevents the deletion.
    await rows(
      `with posting as (
         insert into ledger_postings (id, at, kind, source, payment_id)
         select $1::uuid, g.at, g.kind, 'test:' || $1::text, p.id from ledger_postings g join payments p on p.id = g.payment_id
         where p.streamer_id = $2 returning id)
       insert into ledger_lines (posting_id, account, streamer_id, amount_cents)
       select id, account, streamer_id::uuid, amount from posting, (values
         ('provider_balance', null, -3825), ('streamer_pending', $2::text, 3825)) line (account, streamer_id, amount)`,
      [randomUUID(), streamer.id],
    );
    await leave(streamer, new Date());
    await purge(new Date());
    expect(await rows('select id from auth.users where id = $1', [streamer.id])).toHaveLength(1);
    await makeAll();
    await purge(new Date());
    expect(await rows('select id from auth.users where id = $1', [streamer.id])).toEqual([]);
    expect(await documentsOf(streamer.id)).not.toEqual([]);
    expect(await keptOf(streamer)).toEqual(['2031-12-31T23:00:00.000Z']);
    await purge(new Date('2031-12-31T22:59:59Z'));
    expect(await keptOf(streamer)).toHaveLength(1);
    await purge(new Date('2031-12-31T23:00:00Z'));
    expect(await keptOf(streamer)).toEqual([]);
  });

  test('has identity, mandate and documents in the export of its data', async () => {
    const streamer = await product.join({ role: 'streamer' });
    await identify(streamer);
    const start = new Date(Date.now() - 86_400_000);
    await insertHeld(product.database.pool, { streamerId: streamer.id, viewerId: viewer.id, start });
    await makeAll();
    expect(await ask(streamer, exportData, {})).toMatchObject({
      fiscalIdentity: { siren: '732829320' },
      billingMandate: { version: 1 },
      documents: [{ kind: 'session_invoice', total_cents: 4_500 }],
    });
    expect(await ask(viewer, exportData, {})).toMatchObject({
      fiscalIdentity: null,
      documents: [{ kind: 'session_invoice', total_cents: 4_500 }],
    });
  });
});

test('a document is downloaded by its streamer, its viewer and admins, and does not exist for others', async () => {
  const streamer = await product.join({ role: 'streamer' });
  await identify(streamer);
  await insertHeld(product.database.pool, {
    streamerId: streamer.id,
    viewerId: viewer.id,
    start: new Date(Date.now() - 86_400_000),
  });
  await makeAll();
  const [{ id, reference }] = await documentsOf(streamer.id);
  for (const who of [streamer, viewer, admin]) {
    const answer = await download(id, who);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${reference}.pdf"`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const digest = createHash('sha256').update(bytes).digest('base64');
    expect(answer.headers.get('repr-digest')).toBe(`sha-256=:${digest}:`);
  }
  expect((await download(id, await product.join())).status).toBe(404);
  expect((await download(id, null)).status).toBe(401);
  expect((await download(randomUUID(), viewer)).status).toBe(404);
});

describe('the series of an issuer', () => {
  test('stays without a gap while fifty connections make documents, and many of them roll back', async () => {
    const issuer = (await product.join({ role: 'streamer' })).id;
    const { connection } = product.database;
    let kept = 0;
    await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const client = new pg.Client(connection);
        client.on('error', () => undefined);
        await client.connect();
        await client.query('begin');
        const { rows } = await client.query(
          `insert into private.document_series (issuer, year, last) values ($1, 2026, 1)
           on conflict (issuer, year) do update set last = document_series.last + 1 returning last`,
          [issuer],
        );
        await client.query(
          `insert into public.documents (issuer, year, number, reference, kind, source, issued_at, streamer_id, booking_id,
             period_first, buyer_name, label, net_cents, vat_cents, total_cents, pdf, chain)
           values ($1::text, 2026, $2::int, 'T-' || $2::int, 'session_invoice', $3::text, now(), $1::text::uuid, $3::text::uuid, '2026-01-01', 'a', 'b', 1, 0, 1, $4, '')`,
          [issuer, rows[0].last, randomUUID(), Buffer.from(String(index))],
        );
        // A third commits, a third rolls back, and for a third the connection is cut.
        if (index % 3 === 0) {
          await client.query('commit');
          kept++;
        }
        if (index % 3 === 1) await client.query('rollback');
        if (index % 3 === 2) {
          (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
        } else await client.end();
      }),
    );
    expect(kept).toBe(17);
    expect(
      await rows('select count(*)::int as count from public.documents where issuer = $1', [issuer]),
    ).toEqual([{ count: kept }]);
    await expectSound(product.database.pool);
  });

  test('is made for a whole backlog in one run', async () => {
    const streamer = await product.join({ role: 'streamer' });
    for (let index = 0; index < 12; index++)
      await insertHeld(product.database.pool, {
        streamerId: streamer.id,
        viewerId: viewer.id,
        start: new Date(Date.now() - (index + 1) * 86_400_000),
      });
    await identify(streamer);
    await make();
    expect((await documentsOf(streamer.id)).filter(({ kind }) => kind === 'session_invoice')).toHaveLength(
      12,
    );
    await expectSound(product.database.pool);
  });

  test('has each session once when many processes make the same documents', async () => {
    const streamer = await product.join({ role: 'streamer' });
    const start = (index: number) => new Date(Date.now() - (index + 1) * 86_400_000);
    for (let index = 0; index < 12; index++)
      await insertHeld(product.database.pool, {
        streamerId: streamer.id,
        viewerId: viewer.id,
        start: start(index),
      });
    await identify(streamer);
    for (let round = 0; round < 3; round++) await Promise.all(Array.from({ length: 6 }, () => make()));
    const made = (await documentsOf(streamer.id)).filter(({ kind }) => kind === 'session_invoice');
    expect(made.map(({ number }) => number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, i) => i + 1),
    );
    await expectSound(product.database.pool);
  });

  test('refuses a number without a document, a jump, and a document that does not follow', async () => {
    const issuer = (await product.join({ role: 'streamer' })).id;
    const series = (last: number) =>
      product.database.pool.query(
        'insert into private.document_series (issuer, year, last) values ($1, 2026, $2)',
        [issuer, last],
      );
    await expect(series(1)).rejects.toMatchObject({ code: 'LG003' });
    await expect(series(2)).rejects.toMatchObject({ code: 'LG003' });
    await expect(
      product.database.pool.query(
        `insert into public.documents (issuer, year, number, reference, kind, source, issued_at, streamer_id, booking_id, period_first,
           buyer_name, label, net_cents, vat_cents, total_cents, pdf, chain)
         values ($1::text, 2026, 1, 'T', 'session_invoice', $2::text, now(), $1::text::uuid, $2::text::uuid, '2026-01-01', 'a', 'b', 1, 0, 1, '', '')`,
        [issuer, randomUUID()],
      ),
    ).rejects.toMatchObject({ code: 'LG003' });
  });

  test('is never changed: not even the server changes or deletes a document', async () => {
    for (const sql of [
      'update public.documents set total_cents = 1',
      'delete from public.documents',
      'truncate public.documents cascade',
      'delete from private.document_series',
    ])
      await expect(product.database.pool.query(sql)).rejects.toMatchObject({ code: 'LG001' });
  });
});

describe('a fiscal identity', () => {
  test('says what is wrong with it, field by field', async () => {
    const streamer = await product.join({ role: 'streamer' });
    const { refusal } = await send(streamer, saveFiscalIdentity, {
      ...IDENTITY,
      siren: '732829321',
      city: '',
    });
    expect(refusal).toMatchObject({ code: 'invalid_input' });
    expect(Object.keys(refusal?.fields ?? {}).sort()).toEqual(['city', 'siren']);
    expect(await codeOf(await product.join(), saveFiscalIdentity, IDENTITY)).toBe('forbidden');
  });

  test('is sealed in the database, for one person, and no row can be moved to another', async () => {
    const streamer = await product.join({ role: 'streamer' });
    await ask(streamer, saveFiscalIdentity, IDENTITY);
    const [{ sealed }] = await rows('select sealed from private.fiscal_identities where person_id = $1', [
      streamer.id,
    ]);
    expect(sealed.toString('latin1')).not.toMatch(/732829320|Morel/);
    expect(product.deps.seal.open(streamer.id, sealed)).toMatchObject({ siren: '732829320' });
    expect(() => product.deps.seal.open(randomUUID(), sealed)).toThrow();
    const bent = Buffer.from(sealed);
    bent[bent.length - 1] = (bent.at(-1) ?? 0) ^ 1;
    expect(() => product.deps.seal.open(streamer.id, bent)).toThrow();
  });

  test('is read by an admin with a reason, which stands in the audit log without what was read', async () => {
    const streamer = await product.join({ role: 'streamer' });
    await ask(streamer, saveFiscalIdentity, IDENTITY);
    const reason = 'Contrôle demandé par la DGFiP';
    expect(await codeOf(admin, inspectFiscalIdentity, { personId: streamer.id, reason: '' })).toBe(
      'invalid_input',
    );
    expect(await codeOf(streamer, inspectFiscalIdentity, { personId: streamer.id, reason })).toBe(
      'forbidden',
    );
    const { identity } = await ask(admin, inspectFiscalIdentity, { personId: streamer.id, reason });
    expect(identity).toMatchObject({ siren: '732829320' });
    const logged = await rows(
      'select actor_id, action, reason, after from public.audit_log where subject_id = $1',
      [streamer.id],
    );
    expect(logged).toEqual([
      { actor_id: admin.id, action: 'documents/inspect-fiscal-identity', reason, after: { found: true } },
    ]);
    expect(JSON.stringify(logged)).not.toContain('732829320');
  });
});
