import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { declareAge } from '#product/accounts/contract.ts';
import { insertOffer, openStreamer } from '#product/availability/testing/marketplace.ts';
import { cancelBooking, holdSlot, payBooking } from '#product/booking/contract.ts';
import type { Database } from '#server/postgres/database.ts';
import { connectionUrl, createTestDatabase } from '#server/postgres/testing/database.ts';
import { clockOfRun } from '../scripts/test/moved-clock.ts';

const main = join(import.meta.dirname, 'main.ts');
const PAYERS = 8;
const KILLS = 3;
const PRICE = 4_999;
const DAY = 86_400_000;

/** A port that stays the same over restarts: payers keep the address of the page they are on. */
async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  return port;
}

describe('money', () => {
  let dataDir: string;
  let db: Database;
  let child: ChildProcess;
  let origin: string;
  let port: number;

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'loge-money-'));
    db = await createTestDatabase('product');
    port = await freePort();
    origin = `http://127.0.0.1:${port}`;
  });
  afterEach(async () => {
    child.kill('SIGKILL');
    await db.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const start = async () => {
    const started = spawn(process.execPath, [main], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        PATH: '/usr/bin:/bin',
        ...clockOfRun,
        PORT: String(port),
        PUBLIC_URL: origin,
        DATA_DIR: dataDir,
        DATABASE_URL: connectionUrl(db),
        DEMO_DATA: 'false',
        AUTH_RATE_LIMITS: 'false',
      },
    });
    child = started;
    let output = '';
    started.stderr?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4_000);
    });
    await reached(async () => started.exitCode !== null || (await fetch(`${origin}/health`)).ok);
    if (started.exitCode !== null) throw new Error(output);
  };
  /** Tries until it works: the server may be dead just now. */
  const reached = async (attempt: () => Promise<boolean>, tries = 600) => {
    for (let turn = 0; turn < tries; turn++) {
      if (await attempt().catch(() => false)) return;
      await sleep(100);
    }
    throw new Error('it never worked');
  };
  const apiKey = async () =>
    ((await (await fetch(`${origin}/loge-config.json`)).json()) as { publishableKey: string }).publishableKey;
  const signUp = async (apikey: string, role: string) => {
    const response = await fetch(`${origin}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json' },
      body: JSON.stringify({
        email: `${randomUUID()}@exemple.test`,
        password: 'un long mot de passe',
        data: { role, first_name: 'Camille', last_name: 'Delorme' },
      }),
    });
    const { access_token, user } = (await response.json()) as { access_token: string; user: { id: string } };
    const headers = { apikey, authorization: `Bearer ${access_token}` };
    const said = await fetch(`${origin}/functions/v1/${declareAge.name}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ age: 'adult' }),
    });
    if (!said.ok) throw new Error(await said.text());
    return { id: user.id, headers };
  };
  type Person = Awaited<ReturnType<typeof signUp>>;
  /** Sends a command under one key until it is answered. @returns the answer, refusals too */
  const insist = async ({ headers }: Person, name: string, body: object) => {
    let answer: Record<string, unknown> = {};
    await reached(async () => {
      const response = await fetch(`${origin}/functions/v1/${name}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      answer = (await response.json()) as Record<string, unknown>;
      return response.status < 500 && answer.code !== 'try_again';
    });
    return answer;
  };

  /** Books, pays, and every second time calls it off again; until told to stop. */
  const payer = async (
    who: Person,
    offerId: string,
    { lane, stopped }: { lane: number; stopped: () => boolean },
  ) => {
    const paid: string[] = [];
    for (let turn = 0; !stopped(); turn++) {
      const start = new Date(Date.now() + (3 + turn) * DAY);
      start.setUTCHours(8 + lane, 0, 0, 0);
      const held = await insist(who, holdSlot.name, {
        key: randomUUID(),
        offerId,
        offerRevision: 1,
        start: start.toISOString(),
        viewerZone: 'Europe/Paris',
      });
      const { bookingId } = held;
      if (typeof bookingId !== 'string') throw new Error(JSON.stringify(held));
      const order = { key: randomUUID(), bookingId, expectedPriceCents: PRICE };
      const { checkoutUrl } = await insist(who, payBooking.name, order);
      await reached(async () => {
        const body = new URLSearchParams({ card: 'accepted', webhook: turn % 3 === 0 ? 'twice' : 'normal' });
        const response = await fetch(String(checkoutUrl), { method: 'POST', body, redirect: 'manual' });
        // 200: it is paid already, and the answer to that was lost.
        return response.status === 303 || response.status === 200;
      });
      paid.push(bookingId);
      if (turn % 2 === 0) continue;
      await reached(async () => {
        const answer = await insist(who, cancelBooking.name, {
          key: randomUUID(),
          bookingId,
          expectedRefundCents: PRICE,
        });
        // Not confirmed yet: its event is on the way.
        return answer.status === 'cancelled_by_viewer';
      });
    }
    return paid;
  };
  const rows = async (sql: string) => (await db.pool.query(sql)).rows;

  test('is neither lost nor doubled when the process is killed again and again', {
    timeout: 400_000,
  }, async () => {
    await start();
    const key = await apiKey();
    const streamer = await signUp(key, 'streamer');
    await openStreamer(db.pool, streamer.id, {
      hours: [1, 2, 3, 4, 5, 6, 7].map((day) => [day, 0, 1440] as const),
    });
    const offerId = await insertOffer(db.pool, streamer.id, { durationMinutes: 60, priceCents: PRICE });
    const people = await Promise.all(Array.from({ length: PAYERS }, () => signUp(key, 'viewer')));
    let stop = false;
    const paying = people.map((who, lane) => payer(who, offerId, { lane, stopped: () => stop }));
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(1_500 + Math.random() * 1_500);
      child.kill('SIGKILL');
      await once(child, 'exit');
      await start();
    }
    stop = true;
    const paid = (await Promise.all(paying)).flat();
    expect(paid.length).toBeGreaterThan(PAYERS);

    await reached(async () => {
      const [left] = await rows(`select
        (select count(*) from public.payment_orders where state = 'pending')
        + (select count(*) from sandbox.webhooks where copies > 0 and created_at < now() - interval '1 second') as n`);
      return Number(left.n) === 0;
    });
    // The books balance, and say of each payment what the provider says.
    expect(await rows('select sum(amount_cents)::int as total from public.ledger_lines')).toEqual([
      { total: 0 },
    ]);
    expect(
      await rows(`select p.id, p.state, s.state as there from public.payments p
        full join sandbox.payments s on s.payment_id = p.id::text
        where p.id is null and s.state <> 'voided'
          or s.reference is not null and (p.captured_cents, p.refunded_cents) is distinct from (s.captured_cents, s.refunded_cents)
          or p.state = 'captured' and s.state is distinct from 'captured'
          or s.state = 'authorised'`),
    ).toEqual([]);
    // Each euro that was kept has a session, each other one went back; and the postings say the same.
    expect(
      await rows(`select b.status, p.captured_cents - p.refunded_cents as kept from public.payments p
        join public.bookings b on b.id = p.booking_id where p.state = 'captured'
          and (b.status = 'confirmed') is distinct from (p.captured_cents - p.refunded_cents = ${PRICE})`),
    ).toEqual([]);
    expect(
      await rows(`select p.id from public.payments p join public.ledger_postings g on g.payment_id = p.id
        join public.ledger_lines l on l.posting_id = g.id and l.account = 'provider_balance'
        group by p.id having sum(l.amount_cents) <> p.captured_cents - p.refunded_cents`),
    ).toEqual([]);
    // Nobody who was told that they had paid stands without a booking.
    const known = await rows(`select b.id from public.bookings b join public.payments p on p.booking_id = b.id
      where p.state = 'captured' and b.status in ('confirmed', 'cancelled_by_viewer')`);
    expect(new Set(known.map(({ id }) => id))).toEqual(new Set(paid));
  });
});
