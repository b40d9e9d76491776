import type pg from 'pg';
import pino from 'pino';
import { seedMarketplace } from '#database/seed/seed-marketplace.ts';
import { limitGuardian, MINOR, seedGuardian } from '#database/seed/seed-minor.ts';
import { seedModeration } from '#database/seed/seed-moderation.ts';
import { seedPeople } from '#database/seed/seed-people.ts';
import { seedSupport } from '#database/seed/seed-support.ts';
import { seedAnnouncements, seedTexts } from '#database/seed/seed-texts.ts';
import { insertMandate } from '#product/books/commands/accept-mandate.ts';
import { rateOf, vatOf } from '#product/books/rules/document.ts';
import { isSiren } from '#product/books/rules/identity.ts';
import { runCommand } from '#product/command/run-command.ts';
import { installTexts } from '#product/content/install-texts.ts';
import { DEMONSTRATION } from '#product/shared/operator.ts';
import type { IdentitySeal } from '#server/integrations/identity/identity-seal.ts';
import { peerToPeerAlone } from '#server/integrations/media/open-media.ts';
import { createP2pEngine } from '#server/integrations/media/p2p.ts';
import { createSandbox } from '#server/integrations/payments/sandbox/sandbox.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { createCommands } from './commands.ts';

const YEAR = 365 * 86_400_000;

export interface DemoOptions {
  hashPassword: (password: string) => Promise<string>;
  /** Of every demo account. */
  password: string;
  now?: Date;
  seal: IdentitySeal;
}

/**
 * Fills a new database with the demo marketplace, in one transaction: all of it or nothing. Its
 * past was made by the same commands that a person would send; the mails of that past are not sent.
 * @returns false when the database already has people, and nothing was done
 */
export async function seedDemo(
  pool: pg.Pool,
  { hashPassword, password, seal, now = new Date() }: DemoOptions,
): Promise<boolean> {
  const isNew = async (db: pg.ClientBase | pg.Pool) =>
    (await db.query('select from auth.users limit 1')).rowCount === 0;
  if (!(await isNew(pool))) return false;
  const passwordHash = await hashPassword(password);
  const commands = await createCommands({
    verifyPassword: async (_hash, given) => given === password,
    // Nobody of the demonstration's past looked at anybody's pages.
    viewings: {
      open: () => Promise.reject(new Error('a viewing needs a session')),
      endOf: async () => undefined,
    },
    // The history makes no call to a provider: what it would have said is written with it.
    payments: createSandbox({
      pool,
      logger: pino({ level: 'silent' }),
      secret: Buffer.alloc(32),
      siteUrl: () => '',
      webhookUrl: () => null,
    }).provider,
    media: peerToPeerAlone(createP2pEngine(null)),
    youtube: null,
    seal,
    scansFiles: false,
    operator: DEMONSTRATION,
    siteUrl: () => '',
    kick: () => undefined,
  });
  return inTransaction(pool, async (db) => {
    // Two processes that start at once: the second waits here, then finds people.
    await db.query('select pg_advisory_xact_lock(7506513003)');
    if (!(await isNew(db))) return false;
    const act = (name: string, actorId: string, input: unknown, at: Date) =>
      runCommand(commands, db, { name, actorId, input, now: at });
    // As old as the demo's past: accounts accept what is in force.
    await installTexts(db, new Date(now.getTime() - YEAR));
    const { samples, people } = await seedPeople(db, { passwordHash, password, now, act });
    const minorId = people.get(MINOR) ?? '';
    // Before the year's payments, which the consent allows.
    const guardian = { minorId, act, token: await seedGuardian(db, { minorId, act }) };
    await seedMarketplace(db, { samples, people, now });
    await limitGuardian(db, { ...guardian, now });
    await seedSupport(db, { samples, people, now, act });
    await seedModeration(db, { samples, people, now, act });
    await seedAnnouncements(db, { samples, now, act });
    await seedTexts(db, { samples, now, act });
    await seedMandates(db, seal, samples, now);
    await closePastMonths(db, now, rateOf(vatOf(DEMONSTRATION.business)));
    // The mails of that past, all written since this transaction began, are not sent.
    await db.query('delete from mail.messages where created_at >= now()');
    return true;
  });
}

/**
 * The books of the demo's past are closed but for the last month that is over, which waits for
 * somebody to close it.
 */
async function closePastMonths(db: pg.ClientBase, now: Date, rate: number): Promise<void> {
  await db.query(
    `insert into public.accounting_months (month, closed_at, postings, reason, vat_rate)
     select m.month::date, m.month + interval '1 month 4 days', count(g.id)::int, 'Livres et prestataire concordent', $2::int
     from generate_series((select date_trunc('month', min(accounted_on)::timestamp) from public.ledger_postings),
         date_trunc('month', $1::timestamptz at time zone 'Europe/Paris') - interval '2 months', interval '1 month') as m (month)
     left join public.ledger_postings g on g.accounted_on >= m.month::date and g.accounted_on < (m.month + interval '1 month')::date
     group by m.month`,
    [now, rate],
  );
}

/** Sellers of the sample viewer accepted the mandate so many days ago. */
const DAYS_OF_OTHER_MANDATES = 60;

/**
 * The sample streamer accepted the mandate when they began, and those of whom the sample viewer
 * bought a session lately did some weeks ago. Their documents, a year of the sample streamer's, are
 * made by the task once the server runs: the start does not wait for them. Of the others' sessions
 * with other viewers there are none, so that it is soon done.
 */
async function seedMandates(
  db: pg.ClientBase,
  seal: IdentitySeal,
  { streamer, viewer }: { streamer: string; viewer: string },
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - DAYS_OF_OTHER_MANDATES * 86_400_000);
  const { rows: sellers } = await db.query(
    `select distinct streamer_id from public.bookings
     where viewer_id = $1 and streamer_id is not null and streamer_id <> $2 and start_at >= $3 order by streamer_id`,
    [viewer, streamer, since],
  );
  const { rows: began } = await db.query('select published_at from public.streamers where id = $1', [
    streamer,
  ]);
  const mandates = [
    { id: streamer, since: began[0]?.published_at ?? since },
    ...sellers.flatMap(({ streamer_id: id }) => (id === null ? [] : [{ id, since }])),
  ];
  for (const [index, mandate] of mandates.entries()) await seedMandate(db, seal, { ...mandate, index, now });
  await db.query(
    `delete from private.due_documents d using public.bookings b where b.id = d.booking_id
       and b.streamer_id is distinct from $1 and (b.start_at < $3 or b.viewer_id is distinct from $2)`,
    [streamer, viewer, since],
  );
  // The viewer's latest do not wait for the streamer's whole year: one a day from its first
  // document on, each seller's in their order.
  await db.query(
    `update private.due_documents d set look_at = f.first + make_interval(days => o.place)
     from (select booking_id, row_number() over (order by look_at, booking_id)::int as place
       from private.due_documents where streamer_id is distinct from $1) o,
       (select min(look_at) as first from private.due_documents where streamer_id = $1) f
     where o.booking_id = d.booking_id`,
    [streamer],
  );
}

/** No business has these SIREN: the series of zeros was never given out. */
const demoSiren = (index: number): string =>
  Array.from({ length: 10 }, (_, key) => `${String(index + 1).padStart(8, '0')}${key}`).find(isSiren) ?? '';

async function seedMandate(
  db: pg.ClientBase,
  seal: IdentitySeal,
  { id: streamerId, index, since, now }: { id: string; index: number; since: Date; now: Date },
): Promise<void> {
  const { rows } = await db.query('select first_name, last_name from public.profiles where id = $1', [
    streamerId,
  ]);
  const legalName = [rows[0]?.first_name, rows[0]?.last_name].filter(Boolean).join(' ');
  const identity = {
    kind: 'business' as const,
    legalName,
    soleTrader: true,
    street: '14 rue de la Scène',
    postcode: '69001',
    city: 'Lyon',
    siren: demoSiren(index),
    birthDate: '1992-04-17',
    taxNumber: '0000000000001',
    vatNumber: null,
    accountHolder: legalName,
  };
  await db.query(
    'insert into private.fiscal_identities (person_id, sealed, complete, updated_at) values ($1, $2, true, $3)',
    [streamerId, seal.seal(streamerId, identity), now],
  );
  await insertMandate(db, streamerId, since);
  await db.query(
    `update public.billing_mandates set commission_month = date_trunc('month', accepted_at at time zone 'Europe/Paris')::date
     where streamer_id = $1`,
    [streamerId],
  );
}
