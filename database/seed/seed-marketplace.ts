import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import {
  confirmPayout,
  failPayout,
  nextPayoutAt,
  payoutDue,
  sendPayout,
} from '#product/payments/rules/payout.ts';
import { type OpenShare, payoutParts } from '#product/payments/rules/payout-parts.ts';
import { NOTHING, negated, sum } from '#product/shared/money/cents.ts';
import { DEFAULT_SETTINGS } from '#product/shared/settings.ts';
import {
  formatInstant,
  hoursAfter,
  type Instant,
  later,
  MILLIS_PER_DAY,
} from '#product/shared/time/instant.ts';
import { type Chance, chanceOf } from './chance.ts';
import { DEMO_CATEGORIES, demoCategory } from './demo-pictures.ts';
import { SAMPLE_PAGE } from './page-draft.ts';
import { insertCollected } from './rows.ts';
import { seedCodes } from './seed-codes.ts';
import { type SeededPage, seedPages } from './seed-pages.ts';
import { seedSearches } from './seed-searches.ts';
import { type SeededViewer, seedSessions, tasteOf } from './seed-sessions.ts';
import { seedVisits } from './seed-visits.ts';
import { add, postingRows, type Release, type Tables } from './story-rows.ts';
import { STREAMER_PAGES } from './streamer-pages.ts';

const SEED = 20_251_121;

/** In an order in which each row's foreign keys are there before it. */
const TABLES = [
  'public.discount_codes',
  'public.bookings',
  'public.booking_events',
  'public.attendances',
  'public.reviews',
  'sandbox.checkouts',
  'sandbox.payments',
  'sandbox.accounts',
  'public.payout_accounts',
  'public.payouts',
  'public.payments',
  'public.payout_parts',
  'sandbox.disputes',
  'private.disputes',
  'public.payment_orders',
  'public.ledger_postings',
  'public.ledger_lines',
  'public.favourites',
  'private.visit_days',
  'private.demand_days',
  'private.platform_visit_days',
  'private.platform_demand_days',
  'private.search_days',
  'private.unfound_days',
] as const;

/**
 * Fills the marketplace for the people of seedPeople: pages, offers, hours, a year of sessions with
 * their payments, reviews and payouts, and three weeks to come. The rules of the domain decide each
 * booking's course and each posting.
 */
export async function seedMarketplace(
  db: pg.ClientBase,
  {
    samples,
    people,
    now: date,
  }: { samples: { streamer: string; viewer: string }; people: ReadonlyMap<string, string>; now: Date },
): Promise<void> {
  const now = date.getTime() as Instant;
  const chance = chanceOf(SEED);
  const accounts = await db.query(
    `select p.id, p.role, p.created_at from public.profiles p join auth.users u on u.id = p.id
     where u.email_confirmed_at is not null and (u.banned_until is null or u.banned_until < $1)
       and not exists (select from public.deletion_requests d where d.person_id = p.id)`,
    [date],
  );
  const joinedAt = new Map(accounts.rows.map(({ id, created_at }) => [id, created_at]));
  const drafts = [SAMPLE_PAGE, ...STREAMER_PAGES].map((page) => {
    const streamerId = page === SAMPLE_PAGE ? samples.streamer : (people.get(page.name) ?? '');
    const joined = joinedAt.get(streamerId);
    if (!joined) throw new Error(`no demo streamer ${page.name}`);
    return { streamerId, page, joinedAt: joined };
  });
  const pages = await seedPages(db, drafts, now);
  const zones = [
    'Europe/Paris',
    'Europe/Paris',
    'Europe/Paris',
    'Europe/Brussels',
    'America/Montreal',
    'Africa/Dakar',
  ];
  const viewers: SeededViewer[] = accounts.rows
    .filter(({ role }) => role === 'viewer')
    .map(({ id, created_at }, index) => ({
      id,
      joinedAt: created_at.getTime() as Instant,
      zone: zones[index % zones.length] ?? 'Europe/Paris',
      taken: [],
      taste: tasteOf(id === samples.viewer ? 0 : index, created_at.getTime() as Instant, now),
    }));
  const sample = viewers.find(({ id }) => id === samples.viewer);
  // The sample viewer books more than others, so that their pages have something to show.
  const guests = sample ? [...viewers, sample, sample] : viewers;

  const tables: Tables = new Map();
  const codes = seedCodes(tables, samples.streamer, now);
  for (const page of pages) {
    // They are one of the sample streamer's regular viewers already, who come more often than
    // others.
    const those = page.page === SAMPLE_PAGE ? viewers : guests;
    const releases = seedSessions(tables, page, those, { now, codes }, chance);
    payOut(tables, page, releases, now);
  }
  likes(tables, pages, viewers, samples.viewer, chance);
  seedVisits(tables, pages, now);
  seedSearches(tables, pages);
  for (const table of TABLES) await insertCollected(db, table, tables.get(table) ?? []);
  await allowWriting(db);
  await illustrate(db);
  await db.query('analyze');
}

/** The categories have pictures, as a team gives them. */
async function illustrate(db: pg.ClientBase): Promise<void> {
  await db.query(
    `update public.categories set picture_url = shown.url, picture_alt = shown.alt
     from jsonb_to_recordset($1::jsonb) shown (id text, url text, alt text) where categories.id = shown.id`,
    [JSON.stringify(DEMO_CATEGORIES.map(({ id, alt }) => ({ id, alt, url: demoCategory(id) })))],
  );
}

/**
 * Two in five of a streamer's viewers allowed them to write should they not come back: asked after
 * their first session, as the room does.
 */
async function allowWriting(db: pg.ClientBase): Promise<void> {
  await db.query(
    `insert into public.contact_consents (viewer_id, streamer_id, created_at)
     select viewer_id, streamer_id, first_end from (
       select viewer_id, streamer_id, min(end_at) as first_end,
         row_number() over (partition by streamer_id order by min(end_at), viewer_id) as place
       from public.bookings where status = 'completed' and viewer_id is not null and streamer_id is not null group by viewer_id, streamer_id
     ) met where place % 5 in (1, 3)`,
  );
}

/** Each Monday a payout of what was available then, as the payout task makes it. */
function payOut(
  tables: Tables,
  { streamerId, page, publishedAt }: SeededPage,
  releases: readonly Release[],
  now: Instant,
): void {
  const reference = `acct_demo_${streamerId.replaceAll('-', '')}`;
  add(tables, 'sandbox.accounts', {
    reference,
    streamer_id: streamerId,
    email: '',
    link: randomUUID(),
    return_url: '',
    bank_refuses: false,
    enabled_at: formatInstant(publishedAt),
  });
  add(tables, 'public.payout_accounts', {
    streamer_id: streamerId,
    provider: 'sandbox',
    account_reference: reference,
    charges_enabled: true,
    payouts_enabled: true,
    requirements_due: [],
    created_at: formatInstant(publishedAt),
    updated_at: formatInstant(publishedAt),
  });
  let open: OpenShare[] = [];
  const free = (shares: readonly OpenShare[]): void => {
    for (const { paymentId, amount } of shares) {
      const before = open.find((share) => share.paymentId === paymentId);
      const after = { paymentId, amount: sum([before?.amount ?? NOTHING, amount]) };
      open = before ? open.map((share) => (share === before ? after : share)) : [...open, after];
    }
    open = open.filter((share) => share.amount !== NOTHING);
  };
  let next = 0;
  let failedOnce = false;
  for (let at = nextPayoutAt(publishedAt); at < later(now, -MILLIS_PER_DAY); at = nextPayoutAt(at)) {
    for (let release = releases[next]; release && release.at < at; release = releases[++next])
      free([release]);
    const amount = payoutDue(sum(open.map((share) => share.amount)), DEFAULT_SETTINGS);
    if (amount === null) continue;
    const id = randomUUID();
    const arrived = hoursAfter(at, 20);
    const parts = payoutParts(open, amount);
    free(parts.map((part) => ({ ...part, amount: negated(part.amount) })));
    // The sample streamer's bank refused one, some weeks ago.
    const fails = page === SAMPLE_PAGE && !failedOnce && at > later(now, -70 * MILLIS_PER_DAY);
    add(tables, 'public.payouts', {
      id,
      streamer_id: streamerId,
      provider: 'sandbox',
      account_reference: reference,
      amount_cents: amount,
      state: fails ? 'failed' : 'paid',
      provider_reference: `po_demo_${id.replaceAll('-', '')}`,
      attempts: 1,
      next_attempt_at: formatInstant(at),
      last_error: fails ? 'refused by the bank' : null,
      created_at: formatInstant(at),
      sent_at: formatInstant(at),
      ended_at: formatInstant(arrived),
      retried_at: fails ? formatInstant(nextPayoutAt(at)) : null,
    });
    if (fails) {
      failedOnce = true;
      free(parts);
    }
    for (const part of parts)
      add(tables, 'public.payout_parts', {
        payout_id: id,
        payment_id: part.paymentId,
        amount_cents: part.amount,
      });
    const of = { payment_id: null, payout_id: id };
    postingRows(tables, sendPayout(streamerId, amount), at, `payout:${id}`, of);
    const end = fails ? failPayout(streamerId, amount) : confirmPayout(streamerId, amount);
    postingRows(tables, end, arrived, `payout:${id}:${fails ? 'failed' : 'paid'}`, of);
  }
}

function likes(
  tables: Tables,
  pages: readonly SeededPage[],
  viewers: readonly SeededViewer[],
  sampleViewer: string,
  chance: Chance,
): void {
  // The sample viewer has favourites.
  const keptBySample = pages.filter((_page, at) => at % 6 === 1).slice(0, 4);
  for (const { id, joinedAt } of viewers) {
    const liked = new Set(Array.from({ length: chance.between(0, 4) }, () => chance.pick(pages).streamerId));
    if (id === sampleViewer) for (const { streamerId } of keptBySample) liked.add(streamerId);
    for (const streamerId of liked) {
      add(tables, 'public.favourites', {
        viewer_id: id,
        streamer_id: streamerId,
        created_at: formatInstant(hoursAfter(joinedAt, 30)),
      });
    }
  }
}
