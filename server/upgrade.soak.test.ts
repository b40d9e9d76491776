import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import type pg from 'pg';
import pino from 'pino';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { declareAge } from '#product/accounts/contract.ts';
import { holdSlot, payBooking, submitIntake } from '#product/booking/contract.ts';
import { IDENTITY } from '#product/books/testing/sessions.ts';
import { listNextStarts } from '#product/discovery/contract.ts';
import { requestCheck } from '#product/system/contract.ts';
import { ask, send } from '#product/testing/product-server.ts';
import { DEMO_PASSWORD } from '#server/greeting.ts';
import { identitySeal } from '#server/integrations/identity/identity-seal.ts';
import { connectionUrl, openTestDatabase } from '#server/postgres/testing/database.ts';
import { createEarlierDatabase, earlierStates } from '#server/postgres/testing/earlier-states.ts';
import { parseSettings } from '#server/settings.ts';
import { startLoge } from '#server/start.ts';
import { schemaDifferences } from '../tools/schema/compare-schemas.ts';

const KEY = 'sb_publishable_of_the_upgrade_test';
const IDENTITY_KEY = randomBytes(32);
const folder = mkdtempSync(join(tmpdir(), 'loge-upgrade-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const fresh = await openTestDatabase('product');

/** The key under which a demonstration sealed who its sellers are went with its data folder; an operator keeps theirs. */
async function sealAgain(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ keeps: boolean }>(
    `select to_regclass('private.fiscal_identities') is not null as keeps`,
  );
  if (!rows[0]?.keeps) return;
  const { rows: sealed } = await pool.query<{ id: string }>(
    'select person_id as id from private.fiscal_identities',
  );
  const { seal } = identitySeal([IDENTITY_KEY]);
  for (const { id } of sealed)
    await pool.query('update private.fiscal_identities set sealed = $2 where person_id = $1', [
      id,
      seal(id, IDENTITY),
    ]);
}

/** Loge, opened on the database of an earlier state as an operator opens a newer version on theirs. */
async function openOn(state: string) {
  const database = await createEarlierDatabase(state);
  await sealAgain(database.pool);
  const errors: Record<string, unknown>[] = [];
  const logger = pino({ level: 'error' }, { write: (line: string) => errors.push(JSON.parse(line)) });
  const settings = parseSettings({
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: join(folder, state),
    DATABASE_URL: connectionUrl(database),
    SUPABASE_PUBLISHABLE_KEY: KEY,
    IDENTITY_KEY: IDENTITY_KEY.toString('base64'),
  });
  const loge = await startLoge(settings, logger);
  onTestFinished(async () => {
    await loge.stop();
    await database.close();
  });
  const signIn = async (email: string) => {
    const client = createClient(loge.origin, KEY, {
      auth: { persistSession: false, autoRefreshToken: false },
    });
    const { data, error } = await client.auth.signInWithPassword({ email, password: DEMO_PASSWORD });
    expect(error, `${email} signs in`).toBeNull();
    return { client, id: data.user?.id ?? '' };
  };
  return { ...database, loge, errors, signIn };
}

type Opened = Awaited<ReturnType<typeof openOn>>;
type Person = Awaited<ReturnType<Opened['signIn']>>;

/** Books a start of the streamer's that is free for both, and pays for it, as the page does. @returns the booking's id */
async function book({ pool }: Opened, viewer: Person, streamerId: string): Promise<string> {
  const { offers } = await ask(viewer, listNextStarts, { streamerId, count: 12 });
  const { rows } = await pool.query<{
    id: string;
    revision: number;
    price: number;
    questions: { id: string }[];
  }>('select id, revision, price_cents as price, questions from public.offers where streamer_id = $1', [
    streamerId,
  ]);
  const free = offers.flatMap(({ offerId, starts }) =>
    starts.map((start) => ({ offer: rows.find(({ id }) => id === offerId)!, start })),
  );
  for (const { offer, start } of free) {
    const hold = { offerId: offer.id, offerRevision: offer.revision, start, viewerZone: 'Europe/Paris' };
    const { answer, refusal } = await send(viewer, holdSlot, { key: randomUUID(), ...hold });
    if (refusal?.code === 'viewer_busy') continue;
    expect(refusal).toBeNull();
    const bookingId = answer?.bookingId ?? '';
    const answers = Object.fromEntries(offer.questions.map(({ id }) => [id, 'Avec plaisir']));
    await ask(viewer, submitIntake, { key: randomUUID(), bookingId, answers, files: [] });
    const order = { key: randomUUID(), bookingId, expectedPriceCents: offer.price };
    const { checkoutUrl } = await ask(viewer, payBooking, order);
    const body = new URLSearchParams({ card: 'accepted', webhook: 'normal' });
    if (checkoutUrl !== null)
      expect((await fetch(checkoutUrl, { method: 'POST', body, redirect: 'manual' })).status).toBe(303);
    return bookingId;
  }
  throw new Error(`none of ${free.length} starts is free for both`);
}

/** Those of an earlier state of whom nobody had asked it are asked when they first book. */
const declare = (who: Person) => send(who, declareAge, { age: 'adult' });

test.each(earlierStates())('Loge opens on what %s left, whole, and goes on', async (state) => {
  const opened = await openOn(state);
  const { pool, loge, signIn } = opened;
  expect(await schemaDifferences(pool, fresh.pool)).toEqual([]);
  const { rows: ledger } = await pool.query(
    'select posting_id from public.ledger_lines group by posting_id having sum(amount_cents) <> 0',
  );
  expect(ledger).toEqual([]);

  const viewer = await signIn('viewer@loge.test');
  const streamer = await signIn('streamer@loge.test');
  const { data: past } = await viewer.client.from('booking_details').select('id');
  expect(past?.length).toBeGreaterThan(0);
  expect([undefined, 'age_known']).toContain((await declare(viewer)).refusal?.code);
  const bookingId = await book(opened, viewer, streamer.id);
  const status = async ({ client }: Person) =>
    (await client.from('booking_details').select('status').eq('id', bookingId).single()).data?.status;
  await expect.poll(() => status(viewer), { timeout: 60_000 }).toMatch(/^(?:confirmed|requested)$/);
  expect(await status(streamer)).toBe(await status(viewer));

  const admin = await signIn('admin@loge.test');
  expect([undefined, 'age_known']).toContain((await declare(admin)).refusal?.code);
  const { checkId } = await ask(admin, requestCheck, {});
  const check = async () =>
    (
      await admin.client
        .from('admin_integrity_checks')
        .select('ended_at, findings')
        .eq('id', checkId)
        .single()
    ).data;
  await expect.poll(async () => (await check())?.ended_at, { timeout: 60_000 }).toBeTruthy();
  expect((await check())?.findings).toEqual([]);
  expect((await fetch(`${loge.origin}/health`)).status).toBe(200);
  expect(opened.errors).toEqual([]);
});
