import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { insertPerson } from '#database/seed/factories.ts';
import { type Keys, loadKeys } from '#platform/gateway/keys.ts';
import { insertOffer, openStreamer } from '#product/availability/testing/marketplace.ts';
import { holdSlot, payBooking } from '#product/booking/contract.ts';
import { type RunningLoge, runLoge } from '#product/booking/testing/running-loge.ts';
import type { Contract, RequestOf, ResponseOf } from '#product/shared/contract.ts';
import type { Database } from '#server/postgres/database.ts';
import { connectionUrl, createTestDatabase } from '#server/postgres/testing/database.ts';
import { freePort, has, openProxy, PROXY_NAMES } from './testing/proxies.ts';

/** People who book, one session after the other, and people who look at pages meanwhile. */
const VIEWERS = 50;
/** No more than may be held at once: what is paid counts until its webhook came. */
const EACH = 3;
const VISITORS = 10;
const PAGES = ['/', '/browse', '/loge-config.json', '/cgu', '/nulle-part'];
const DAY = 86_400_000;
const NO_KEYS = {
  publishableKey: null,
  secretKey: null,
  jwtPrivateKeys: [],
  secretsKey: null,
  jwtSecret: null,
};

describe.each(PROXY_NAMES.map((name) => ({ name })))('behind $name', ({ name }) => {
  let folder: string;
  let db: Database;
  let keys: Keys;
  let running: RunningLoge[] = [];
  let proxy: Awaited<ReturnType<typeof openProxy>> | undefined;
  beforeEach(async (context) => {
    context.skip(!has(name), `${name} is not installed`);
    folder = mkdtempSync(join(tmpdir(), 'loge-rolling-'));
    db = await createTestDatabase('product');
    keys = await loadKeys({ dataDir: folder, ...NO_KEYS });
  });
  afterEach(async () => {
    await proxy?.close();
    await Promise.all(running.map((loge) => loge.kill()));
    running = [];
    await db?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('a restart of one process after the other fails no request, while fifty people book and pay', {
    timeout: 300_000,
  }, async () => {
    const start = async (port: number) => {
      const loge = await runLoge({
        PORT: String(port),
        DATA_DIR: folder,
        DATABASE_URL: connectionUrl(db),
        TRUST_PROXY: 'true',
        // What operate.md says: for the balancer to look twice.
        DRAIN_SECONDS: '5',
      });
      running.push(loge);
      return loge;
    };
    const ports = [await freePort(), await freePort()] as const;
    let [first, second] = [await start(ports[0]), await start(ports[1])];
    proxy = await openProxy(name, { processes: ports, folder });
    const { origin } = proxy;

    const failures: string[] = [];
    let answers = 0;
    const send = async (path: string, init?: RequestInit): Promise<Response | null> => {
      try {
        const answer = await fetch(origin + path, { redirect: 'manual', ...init });
        answers += 1;
        if (answer.status >= 500 || answer.status === 429) failures.push(`${path}: ${answer.status}`);
        return answer;
      } catch (error) {
        failures.push(`${path}: ${String(error)} ${String((error as Error).cause)}`);
        return null;
      }
    };
    const ask = async <C extends Contract>(token: string, contract: C, body: RequestOf<C>) => {
      const answer = await send(`/functions/v1/${contract.name}`, {
        method: 'POST',
        headers: { apikey: keys.publishableKey, authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      });
      const said: unknown = await answer?.json();
      if (answer?.ok) return contract.response.parse(said) as ResponseOf<C>;
      failures.push(`${contract.name}: ${JSON.stringify(said)}`);
      return null;
    };

    const offers: string[] = [];
    for (let index = 0; index < EACH; index++) {
      const id = await insertPerson(db.pool, { email: `streamer-${index}@rolling.test`, role: 'streamer' });
      await openStreamer(db.pool, id);
      offers.push(await insertOffer(db.pool, id));
    }
    const exp = Math.floor(Date.now() / 1_000) + 3_600;
    let paid = 0;
    /** One viewer, at each streamer once, on days of their own. */
    const book = async (viewer: number) => {
      const sub = await insertPerson(db.pool, { email: `viewer-${viewer}@rolling.test`, role: 'viewer' });
      const token = await keys.sign({ sub, role: 'authenticated', exp });
      for (const [index, offerId] of offers.entries()) {
        const day = new Date(Date.now() + (3 + ((viewer + index * 7) % VIEWERS)) * DAY);
        day.setUTCHours(10, 0, 0, 0);
        const held = await ask(token, holdSlot, {
          key: randomUUID(),
          offerId,
          offerRevision: 1,
          start: day.toISOString(),
          viewerZone: 'Europe/Paris',
        });
        if (!held) continue;
        const order = { key: randomUUID(), bookingId: held.bookingId, expectedPriceCents: 3000 };
        const opened = await ask(token, payBooking, order);
        if (!opened) continue;
        const body = new URLSearchParams({ card: 'accepted', webhook: 'normal' });
        const answer = await send(new URL(opened.checkoutUrl ?? '').pathname, { method: 'POST', body });
        if (answer && answer.status < 400) paid += 1;
      }
    };

    let isRestarting = true;
    const visitors = Array.from({ length: VISITORS }, async (_, visitor) => {
      for (let at = visitor; isRestarting; at++) await (await send(PAGES[at % PAGES.length]!))?.arrayBuffer();
    });
    // Some at once, the next when one of them has all that they wanted: books are made in each phase of the restart.
    const queue = Array.from({ length: VIEWERS }, (_, viewer) => viewer);
    const viewers = Array.from({ length: 5 }, async () => {
      for (let viewer = queue.shift(); viewer !== undefined; viewer = queue.shift()) await book(viewer);
    });
    await expect.poll(() => paid, { timeout: 60_000 }).toBeGreaterThan(10);
    await first.stop();
    first = await start(ports[0]);
    await second.stop();
    second = await start(ports[1]);
    isRestarting = false;
    await Promise.all([...visitors, ...viewers]);

    expect(failures).toEqual([]);
    expect(answers).toBeGreaterThan(VIEWERS * EACH * 3);
    expect(paid).toBe(VIEWERS * EACH);
    const rows = async (sql: string) => (await db.pool.query(sql)).rows;
    await expect
      .poll(() => rows('select status, count(*)::int as count from public.bookings group by status'), {
        timeout: 60_000,
      })
      .toEqual([{ status: 'confirmed', count: VIEWERS * EACH }]);
  });
});
