import { createHash, randomBytes } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { isbot } from 'isbot';
import type pg from 'pg';
import { spend } from '#product/command/rate-limit.ts';
import { AppError } from '#product/shared/errors.ts';
import { type Instant, instantOf, parseInstant } from '#product/shared/time/instant.ts';
import type { Interval } from '#product/shared/time/interval.ts';
import type { LocalDate } from '#product/shared/time/local-date.ts';
import type { ZoneName } from '#product/shared/time/zone.ts';
import { countingDay, type Device, deviceOf, VISITS_PATH } from '#product/shared/visit.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { cellAt, cellsOf } from './rules/week-cells.ts';
import { VISIT_MAX_BYTES, type VisitFact, visitFact } from './visits-contract.ts';

export type Search = Extract<VisitFact, { kind: 'search' }>;

/** A streamer whom a search would have shown on its first pages without one of its filters. */
export interface LeftOut {
  streamerId: string;
  zone: ZoneName;
  by: 'price' | 'language' | 'duration' | 'free';
}

export interface VisitCounterDeps {
  pool: pg.Pool;
  /**
   * Reads from a request its `X-Forwarded-For` and connection address: where it comes from, and the
   * network that counts as one for limits.
   */
  originOf: (forwarded: string | undefined, remote: string | undefined) => { address: string; place: string };
  siteUrl: () => string;
  /**
   * Whom a search's filters left out, one line a filter; and the stretches in which it wanted
   * somebody free, null for any or no time.
   */
  leftOutOf: (
    db: pg.ClientBase,
    search: Search,
    now: Date,
  ) => Promise<{ words: string; found: boolean; leftOut: LeftOut[]; wanted: Interval[] | null }>;
  now?: () => Date;
}

/**
 * How much one address may report, allowing for a person who browses fast, or an office, in one
 * minute and in one day.
 */
const PER_MINUTE = 60;
const PER_DAY = 2_000;

/**
 * `POST /visits`: what a visitor's page reports, for sums that follow nobody (docs/decisions/0132).
 * There is no cookie, and nobody is signed in here. The answer is empty whether or not it counted,
 * except for an invalid body (400) and an address that reports too much (429).
 */
export function createVisitCounter(deps: VisitCounterDeps): Hono {
  const { pool, now = () => new Date() } = deps;
  const app = new Hono();
  app.use(VISITS_PATH, bodyLimit({ maxSize: VISIT_MAX_BYTES, onError: (c) => c.body(null, 413) }));
  app.post(VISITS_PATH, async (c) => {
    c.header('Cache-Control', 'no-store');
    if (!wantsToBeCounted(c.req.raw.headers)) return c.body(null, 204);
    // a text that is not JSON is not a fact either
    const fact = visitFact.safeParse(await c.req.json().catch(() => null));
    if (!fact.success) return c.body(null, 400);
    const at = now();
    try {
      await inTransaction(pool, async (db) => {
        const day = countingDay(instantOf(at.getTime()));
        const hash = hasher(await saltOf(db, day), deps.siteUrl());
        const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
        const origin = deps.originOf(c.req.header('x-forwarded-for'), incoming?.socket.remoteAddress);
        // Limits also know an address only by a hash of today's salt.
        const place = hash('place', origin.place).toString('base64url');
        await spend(db, { key: `visits:${place}`, allowed: PER_MINUTE, within: 60 }, at);
        await spend(db, { key: `visits-of-day:${place}`, allowed: PER_DAY, within: 86_400 }, at);
        const agent = c.req.header('user-agent') ?? '';
        const visitor = hash('visitor', origin.address, agent);
        await record(db, fact.data, {
          day,
          visitor,
          device: deviceOf(agent),
          at,
          leftOutOf: deps.leftOutOf,
        });
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      c.header('Retry-After', String(error.retryAfter ?? 60));
      return c.body(null, 429);
    }
    return c.body(null, 204);
  });
  return app;
}

/**
 * Robots are left out, and people who ask not to be tracked (DNT, and Global Privacy Control) are
 * not counted at all. Reports from other sites' pages are ignored: browsers name the origin in
 * every request.
 */
function wantsToBeCounted(headers: Headers): boolean {
  if (headers.get('dnt') === '1' || headers.get('sec-gpc') === '1') return false;
  if ((headers.get('sec-fetch-site') ?? 'same-origin') !== 'same-origin') return false;
  const agent = headers.get('user-agent') ?? '';
  return agent !== '' && !isbot(agent);
}

/**
 * Sixteen bytes that reveal nothing once the salt is deleted. Each part is preceded by its length,
 * so that no two lists of parts give the same text.
 */
const hasher =
  (salt: Buffer, site: string) =>
  (...parts: string[]): Buffer => {
    const hash = createHash('sha256').update(salt);
    for (const part of [site, ...parts]) hash.update(`${Buffer.byteLength(part)}:${part}`);
    return hash.digest().subarray(0, 16);
  };

/** The day's salt, made by the first visit of the day. */
async function saltOf(db: pg.ClientBase, day: LocalDate): Promise<Buffer> {
  const known = () => db.query('select salt from private.visit_salts where day = $1', [day]);
  const { rows } = await known();
  if (rows[0]) return rows[0].salt;
  await db.query('insert into private.visit_salts (day, salt) values ($1, $2) on conflict do nothing', [
    day,
    randomBytes(32),
  ]);
  const [made] = (await known()).rows;
  if (!made) throw new Error(`no salt for ${day}`);
  return made.salt;
}

interface Counting extends Pick<VisitCounterDeps, 'leftOutOf'> {
  day: LocalDate;
  visitor: Buffer;
  device: Device;
  at: Date;
}

/**
 * Records what a visitor did, on pages that the public sees; what is recorded already today is not
 * recorded again.
 */
async function record(db: pg.ClientBase, fact: VisitFact, counting: Counting): Promise<void> {
  const { day, visitor, device } = counting;
  switch (fact.kind) {
    case 'profile':
      await db.query(
        `insert into private.visits (day, visitor, streamer_id, step, source, device)
         select $1, $2, s.id, 'profile', $4, $5 from public.streamers s
         where s.id = $3 and s.published_at is not null and s.withheld_at is null
         on conflict do nothing`,
        [day, visitor, fact.streamerId, fact.source, device],
      );
      return;
    case 'calendar':
      // Once for the offer, and once for the page whichever offer it was. A visitor who opens a
      // calendar from elsewhere has seen the offers there: the step before counts too, so that no
      // step has more people than the one before it.
      await db.query(
        `insert into private.visits (day, visitor, streamer_id, offer_id, step, source, device)
         select $1, $2, s.id, part.offer_id, part.step, $4, $5 from public.offers o
         join public.streamers s on s.id = o.streamer_id and s.published_at is not null and s.withheld_at is null,
         lateral (values (null::uuid, 'profile'), (null, 'calendar'), (o.id, 'calendar')) part (offer_id, step)
         where o.id = $3 and o.is_active and o.archived_at is null
         on conflict do nothing`,
        [day, visitor, fact.offerId, fact.source, device],
      );
      return;
    case 'nothing_free':
      await insertDemand(db, counting, fact.offerId, {
        kind: 'nothing_free',
        detail: fact.reason,
        starts: [],
      });
      return;
    case 'full_day':
      await insertDemand(db, counting, fact.offerId, {
        kind: 'hours',
        detail: 'full_day',
        starts: fact.starts.map(parseInstant),
      });
      return;
    case 'search':
      await recordSearch(db, fact, counting);
  }
}

interface OfferDemand {
  kind: 'hours' | 'nothing_free';
  detail: string;
  starts: readonly Instant[];
}

async function insertDemand(
  db: pg.ClientBase,
  counting: Counting,
  offerId: string,
  { kind, detail, starts }: OfferDemand,
): Promise<void> {
  const { rows } = await db.query(
    `select s.id, s.zone from public.offers o join public.streamers s on s.id = o.streamer_id
     where o.id = $1 and o.is_active and o.archived_at is null and s.published_at is not null and s.withheld_at is null`,
    [offerId],
  );
  const [streamer] = rows;
  if (!streamer) return;
  const cells = [...new Set(starts.map((start) => cellAt(streamer.zone, start)))].sort((a, b) => a - b);
  await insertDemands(db, counting, [{ streamer_id: streamer.id, kind, detail, cells }]);
}

async function recordSearch(db: pg.ClientBase, search: Search, counting: Counting): Promise<void> {
  const { words, found, leftOut, wanted } = await counting.leftOutOf(db, search, counting.at);
  await db.query(
    `insert into private.searches (day, visitor, category, words, found) 
     select $1::date, $2::bytea, (select coalesce(c.merged_into, c.id) from public.categories c where c.id = $3), $4::text, $5::boolean on conflict do nothing`,
    [counting.day, counting.visitor, search.category, words.slice(0, 100), found],
  );
  const demands = leftOut.map(({ streamerId, zone, by }) => ({
    streamer_id: streamerId,
    ...demandOf(zone, by),
  }));
  await insertDemands(db, counting, demands);

  function demandOf(zone: ZoneName, by: LeftOut['by']) {
    if (by === 'price') return { kind: 'price', detail: String(search.priceMaxCents), cells: [] };
    if (by === 'language') return { kind: 'language', detail: String(search.language), cells: [] };
    if (by === 'duration') return { kind: 'duration', detail: String(search.durationMinutes), cells: [] };
    if (wanted === null) return { kind: 'nothing_free', detail: String(search.free), cells: [] };
    // In the streamer's own week: an evening in Paris is an afternoon in Montréal.
    return { kind: 'hours', detail: 'search', cells: cellsOf(zone, wanted) };
  }
}

async function insertDemands(
  db: pg.ClientBase,
  { day, visitor }: Counting,
  demands: readonly { streamer_id: string; kind: string; detail: string; cells: number[] }[],
): Promise<void> {
  if (demands.length === 0) return;
  await db.query(
    `insert into private.demands (day, visitor, streamer_id, kind, detail, cells)
     select $1, $2, streamer_id, kind, detail, array(select value::smallint from jsonb_array_elements_text(cells))
     from jsonb_to_recordset($3) as t (streamer_id uuid, kind text, detail text, cells jsonb)
     on conflict do nothing`,
    [day, visitor, JSON.stringify(demands)],
  );
}
