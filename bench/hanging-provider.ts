import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { insertPerson } from '#database/seed/factories.ts';
import { loadKeys } from '#platform/gateway/keys.ts';
import { migrate, PLATFORM_SCHEMA, PRODUCT_SCHEMA } from '#server/postgres/migrate.ts';
import { openBenchDatabase } from './cluster.ts';
import { type Figure, percentile } from './figure.ts';
import { type Loge, startLoge } from './loge.ts';

/** Of each kind: people who pay, people who call off, payouts. */
const EACH = 20;
const HANGS = 30_000;
const READERS = 6;
const SECONDS = 20;
const PRICE = 3_000;

/** A payment provider that keeps each call waiting for 30 s, and then does not answer. */
async function openHangingProvider() {
  let open = 0;
  const server = createServer((_request, response) => {
    open += 1;
    const late = setTimeout(() => response.writeHead(503).end(), HANGS);
    response.once('close', () => {
      open -= 1;
      clearTimeout(late);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    underWay: () => open,
    close: () => server.closeAllConnections(),
  };
}

interface Client {
  token: string;
  bookingId: string;
}

/** A server of its own on a database of its own, with offers to read, and people who have something to pay or to call off. */
async function openMarketplace(providerUrl: string) {
  const bench = await openBenchDatabase('Postgres 15');
  const { pool } = bench.database;
  const folder = mkdtempSync(join(tmpdir(), 'loge-bench-'));
  await migrate(pool, [PLATFORM_SCHEMA, PRODUCT_SCHEMA]);
  const none = {
    publishableKey: null,
    secretKey: null,
    jwtPrivateKeys: [],
    secretsKey: null,
    jwtSecret: null,
  };
  const keys = await loadKeys({ dataDir: folder, ...none });
  const exp = Math.floor(Date.now() / 1_000) + 3_600;
  const sign = (sub: string) => keys.sign({ sub, role: 'authenticated', exp });
  const offers = await insertOffers(pool);
  const loge = await startLoge({
    dataDir: folder,
    script: 'product/payments/testing/loge-at-double.ts',
    args: [providerUrl],
    env: {
      DATABASE_URL: bench.url,
      DEMO_DATA: 'false',
      PAYMENT_CONCURRENCY: String(EACH),
      STRIPE_SECRET_KEY: 'sk_test_bench',
      STRIPE_WEBHOOK_SECRET: 'whsec_bench',
    },
  });
  const send = async (token: string, name: string, body: object) => {
    const response = await fetch(`${loge.url}/functions/v1/${name}`, {
      method: 'POST',
      headers: { apikey: keys.publishableKey, authorization: `Bearer ${token}` },
      body: JSON.stringify({ key: randomUUID(), ...body }),
    });
    return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
  };
  const clients: Client[] = [];
  for (let index = 0; index < EACH * 2; index++) {
    const token = await sign(
      await insertPerson(pool, { email: `viewer-${index}@bench.test`, role: 'viewer' }),
    );
    const { answer } = await send(token, 'booking/hold-slot', {
      offerId: offers[index % offers.length],
      offerRevision: 1,
      start: new Date((Math.ceil(Date.now() / 900_000) + 400 + index * 4) * 900_000).toISOString(),
      viewerZone: 'Europe/Paris',
    });
    if (typeof answer.bookingId !== 'string') throw new Error(JSON.stringify(answer));
    clients.push({ token, bookingId: answer.bookingId });
  }
  const reader = await sign(await insertPerson(pool, { email: 'reader@bench.test', role: 'viewer' }));
  return {
    pool,
    loge,
    send,
    payers: clients.slice(0, EACH),
    leavers: clients.slice(EACH),
    headers: { apikey: keys.publishableKey, authorization: `Bearer ${reader}` },
    async close() {
      await loge.close();
      await bench.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
type Marketplace = Awaited<ReturnType<typeof openMarketplace>>;

/** Streamers who are there day and night, each with ten offers. @returns one offer of each */
async function insertOffers(pool: pg.Pool): Promise<string[]> {
  const first: string[] = [];
  for (let index = 0; index < EACH; index++) {
    const id = await insertPerson(pool, { email: `streamer-${index}@bench.test`, role: 'streamer' });
    await pool.query('update public.streamers set published_at = now(), notice_minutes = 0 where id = $1', [
      id,
    ]);
    await pool.query(
      `insert into public.weekly_hours (streamer_id, weekday, from_minute, to_minute)
       select $1, day, 0, 1440 from generate_series(1, 7) as day`,
      [id],
    );
    const { rows } = await pool.query<{ id: string }>(
      `insert into public.offers (streamer_id, title, category, duration_minutes, price_cents)
       select $1, 'Relecture de partie ' || n, 'coaching', 15, $2 from generate_series(1, 10) as n returning id`,
      [id, PRICE],
    );
    first.push(rows[0]?.id ?? '');
  }
  return first;
}

/**
 * Starts them all: payments by the requests of their payers, the rest by the server's tasks.
 * @returns what the payers are answered in the end
 */
async function begin({ pool, send, payers, leavers }: Marketplace): Promise<{ answers: Promise<unknown> }> {
  // As if the provider had answered earlier: these are paid and confirmed.
  const ids = leavers.map(({ bookingId }) => bookingId);
  await pool.query(
    `update public.bookings set status = 'confirmed', confirmed_at = now(), due_event = 'begin', due_at = start_at where id = any($1)`,
    [ids],
  );
  await pool.query(
    `insert into public.payments (booking_id, viewer_id, streamer_id, provider, state, amount_cents, captured_cents,
       fee_basis_points, settings_version, checkout_reference, payment_reference, authorised_at, captured_at)
     select id, viewer_id, streamer_id, 'stripe', 'captured', price_cents, price_cents, fee_basis_points, settings_version,
       'cs_' || id, 'pi_' || id, now(), now()
     from public.bookings where id = any($1)`,
    [ids],
  );
  await pool.query(
    `insert into public.payouts (streamer_id, provider, account_reference, amount_cents)
     select id, 'stripe', 'acct_' || id, 5000 from public.streamers limit $1`,
    [EACH],
  );
  const left = await Promise.all(
    leavers.map(({ token, bookingId }) =>
      send(token, 'booking/cancel-booking', { bookingId, expectedRefundCents: PRICE }),
    ),
  );
  const refused = left.find(({ status }) => status !== 200);
  if (refused) throw new Error(JSON.stringify(refused.answer));
  const paying = payers.map(({ token, bookingId }) =>
    send(token, 'booking/pay-booking', { bookingId, expectedPriceCents: PRICE }),
  );
  return { answers: Promise.all(paying) };
}

const PATH = '/rest/v1/offers?select=id,title,price_cents,duration_minutes&order=title,id&limit=20';

/** Reads of both servers in turns, so that what else the machine does weighs on both. Milliseconds. */
async function readBoth(sides: readonly { loge: Loge; headers: Record<string, string> }[], seconds: number) {
  const took = sides.map((): number[] => []);
  const until = performance.now() + seconds * 1_000;
  const reader = async () => {
    while (performance.now() < until) {
      for (const [index, { loge, headers }] of sides.entries()) {
        const sent = performance.now();
        const response = await fetch(loge.url + PATH, { headers });
        const rows = (await response.json()) as unknown[];
        if (rows.length !== 20) throw new Error(`${rows.length} offers were read`);
        took[index]?.push(performance.now() - sent);
      }
    }
  };
  await Promise.all(Array.from({ length: READERS }, reader));
  return took;
}

/** What a hanging payment provider costs people who only read, compared with a server whose provider is idle. */
export async function measureHangingProvider(): Promise<Figure[]> {
  const provider = await openHangingProvider();
  const [asked, calm] = [await openMarketplace(provider.url), await openMarketplace(provider.url)];
  try {
    await readBoth([asked, calm], 3);
    const before = (await readBoth([asked, calm], SECONDS)).map((took) => percentile(took, 0.95));
    const { answers } = await begin(asked);
    for (let turn = 0; provider.underWay() < EACH * 3; turn++) {
      if (turn === 150) throw new Error(`only ${provider.underWay()} calls are under way`);
      await sleep(100);
    }
    // They end one by one by our own limits, and are sent again later: what counts is how many there were while it was read.
    const counted: number[] = [];
    const counting = setInterval(() => counted.push(provider.underWay()), 100);
    const [hanging = [], quiet = []] = await readBoth([asked, calm], SECONDS);
    clearInterval(counting);
    const { rows } = await asked.pool.query<{ held: number }>(
      `select count(*)::int as held from pg_stat_activity where state like 'idle in transaction%'`,
    );
    const underWay = Math.round(counted.reduce((total, each) => total + each, 0) / counted.length);
    const [p95, p95Quiet] = [percentile(hanging, 0.95), percentile(quiet, 0.95)];
    provider.close();
    await answers;
    return [
      {
        what: `REST reads beside ${EACH} payments, ${EACH} refunds and ${EACH} payouts at a provider that hangs: p95 against none`,
        value: (p95 / p95Quiet - 1) * 100,
        unit: '% more',
        target: { below: 20 },
        note: `${p95.toFixed(1)} against ${p95Quiet.toFixed(1)} ms, ${hanging.length} and ${quiet.length} reads in turns; ${underWay} calls under way on average; before: ${before.map((each) => each.toFixed(1)).join(' and ')} ms`,
      },
      {
        what: 'connections held in a transaction meanwhile',
        value: rows[0]?.held ?? Number.NaN,
        unit: '',
        target: { below: 1 },
      },
    ];
  } finally {
    provider.close();
    await asked.close();
    await calm.close();
  }
}
