import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { ENDED_STATUSES } from '#product/shared/booking-statuses.ts';
import type { Business } from '#product/shared/business.ts';
import { cents, sum } from '#product/shared/money/cents.ts';
import { countryOfZone } from '#product/shared/time/country-of-zone.ts';
import { formatDuration } from '#product/shared/time/duration.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { localDateAt } from '#product/shared/time/wall-time.ts';
import type { IdentitySeal } from '#server/integrations/identity/identity-seal.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { insertDocument } from './insert-document.ts';
import { renderDocument } from './render-document.ts';
import {
  businessOf,
  composeDocument,
  type Document,
  type InvoiceKind,
  referenceOf,
} from './rules/document.ts';

export interface DocumentDeps {
  pool: pg.Pool;
  logger: Logger;
  seal: IdentitySeal;
  /** Loge's own name on documents. */
  operator: Business;
  /**
   * The demo's past is invented, and so are the dates of its documents. Elsewhere a document has
   * the date at which it is made.
   */
  backdated: boolean;
  now: () => Date;
}

/** Bookings, and months, that are looked up at a time. */
const AT_ONCE = 10;
/** How many times longer a run rests than it works. */
const RESTS = 2;
/** At most, however slow the machine was. Milliseconds. */
const LONGEST_REST = 2_000;
/** After this long a run ends although more is due. Milliseconds. */
const LONGEST_RUN = 60_000;
/** Bookings that are parked at once. */
const PARKED_AT_ONCE = 500;
const LOOK_AGAIN = 10 * 60_000;
const PUT_OFF = 'update private.due_documents set look_at = $2 where booking_id = $1 and look_at < $2';
/**
 * A month is invoiced on the third of the next, when what happened on its last day has certainly
 * been written.
 */
const DAYS_AFTER_MONTH = 2;
const PARIS = 'Europe/Paris';

/**
 * Where a buyer is (EN 16931 wants a country of everybody): the country that they gave with the
 * card, else that of the zone in which they booked, else France, where Loge sells.
 */
export const buyerCountry = (payer: string | null, zone: string): string =>
  payer ?? countryOfZone(zone) ?? 'FR';

const paris = (at: Date): string => localDateAt(PARIS, instantOf(at.getTime()));

/**
 * Makes the documents that are due: for ended sessions whose orders have reached the provider, the
 * invoice, and a credit note for each refund; for months that are over, Loge's commission. Each
 * booking and each month is a transaction of its own, in which the series' row is locked, the
 * document written, and the work marked as done: killed at any point, it is made once and its
 * number is used once. A document takes the processor alone while it is painted, so the run rests
 * for twice as long as it worked: a backlog is soon made, and anybody who asks the server meanwhile
 * hardly waits for it.
 * @returns how many documents were made
 */
export async function makeDocuments(deps: DocumentDeps, signal?: AbortSignal): Promise<number> {
  const { pool, logger, now } = deps;
  const began = performance.now();
  let made = 0;
  let failed = 0;
  const failedMonths: string[] = [];
  const tryOne = async (
    what: Record<string, string>,
    work: (db: pg.PoolClient) => Promise<number>,
    putOff: () => Promise<unknown>,
  ) => {
    if (signal?.aborted) return;
    const started = performance.now();
    try {
      made += await inTransaction(pool, work);
    } catch (error) {
      // A failure must not delay the others, however many there are.
      logger.error({ err: error, ...what }, 'a document could not be made');
      failed += 1;
      await putOff();
    }
    // A server that closes waits for no rest: it rejects when the signal is given, and there is
    // nothing to do about it.
    const rest = Math.min(RESTS * (performance.now() - started), LONGEST_REST);
    await sleep(rest, undefined, signal && { signal }).catch(() => undefined);
  };
  for (let more = true; more; ) {
    const before = { made, failed };
    await park(pool, now());
    const { rows: bookings } = await pool.query(
      'select booking_id from private.due_documents where look_at <= $1 order by look_at, booking_id limit $2',
      [now(), AT_ONCE],
    );
    const { rows: months } = await pool.query(
      `select streamer_id from public.billing_mandates
       where not commission_waits and streamer_id <> all($4::uuid[])
         and commission_month + interval '1 month' + make_interval(days => $2::int) <= $1::timestamptz at time zone 'Europe/Paris'
         -- One month after the other, since Loge's series is in the order of its dates.
         and commission_month = (select min(commission_month) from public.billing_mandates
           where not commission_waits and streamer_id <> all($4::uuid[]))
       order by streamer_id limit $3`,
      [now(), DAYS_AFTER_MONTH, AT_ONCE, failedMonths],
    );
    for (const { booking_id: booking } of bookings)
      await tryOne(
        { booking },
        (db) => ofBooking(db, deps, booking),
        () => pool.query(PUT_OFF, [booking, new Date(now().getTime() + LOOK_AGAIN)]),
      );
    for (const { streamer_id: streamer } of months)
      await tryOne(
        { streamer },
        (db) => ofMonth(db, deps, streamer),
        async () => failedMonths.push(streamer),
      );
    // A document that another process has in hand would only be found again: the next run takes it
    // up.
    more =
      (made > before.made || failed > before.failed) &&
      signal?.aborted !== true &&
      performance.now() - began < LONGEST_RUN;
  }
  return made;
}

/**
 * Sets aside what waits for a mandate. The row is locked before the check, so that a streamer who
 * accepts meanwhile makes theirs due again.
 */
async function park(pool: pg.Pool, now: Date): Promise<void> {
  await inTransaction(pool, async (db) => {
    const { rows } = await db.query(
      `select booking_id from private.due_documents where look_at <= $1 order by look_at limit $2 for update skip locked`,
      [now, PARKED_AT_ONCE],
    );
    await db.query(
      `update private.due_documents d set look_at = 'infinity' where d.booking_id = any($1)
         and not exists (select from public.billing_mandates m where m.streamer_id = d.streamer_id)`,
      [rows.map(({ booking_id }) => booking_id)],
    );
  });
}

const FACTS =
  `select b.status, b.title, b.duration_minutes, b.start_at, b.end_at, b.ended_at, b.viewer_id, b.viewer_zone, b.streamer_id,
    b.discount_code, b.discount_cents,
    (select p.payer_country from public.payments p where p.booking_id = b.id and p.payer_country is not null
      order by p.kind, p.created_at, p.id limit 1) as payer_country,
    private.abbreviated_name(v.first_name, v.last_name) as viewer_name, f.sealed,
    exists (select from public.payment_orders o join public.payments p on p.id = o.payment_id
      where p.booking_id = b.id and o.state = 'pending') as moving
  from public.bookings b left join public.profiles v on v.id = b.viewer_id
  left join private.fiscal_identities f on f.person_id = b.streamer_id
  where b.id = $1` as const;

/**
 * The amount that each posting gave to the streamer and the platform together, or took from them:
 * the platform's losses at a bank are not part of the viewer's invoice.
 */
const MOVED = `select g.id, g.kind, g.at, -sum(l.amount_cents)::int as gross, d.id as document_id
  from public.payments p join public.ledger_postings g on g.payment_id = p.id
  join public.ledger_lines l on l.posting_id = g.id
    and l.account in ('platform_fees', 'streamer_pending', 'streamer_available')
  left join public.documents d on d.source = 'posting:' || g.id
  where p.booking_id = $1 group by g.id, d.id having sum(l.amount_cents) <> 0 order by g.at, g.id` as const;

async function ofBooking(db: pg.PoolClient, deps: DocumentDeps, bookingId: string): Promise<number> {
  const now = deps.now();
  const { rowCount } = await db.query(
    'select from private.due_documents where booking_id = $1 and look_at <= $2 for update skip locked',
    [bookingId, now],
  );
  if (rowCount === 0) return 0;
  const lookAt = async (at: Date | 'infinity') => {
    await db.query('update private.due_documents set look_at = $2 where booking_id = $1', [bookingId, at]);
    return 0;
  };
  const done = (made: number) =>
    db.query('delete from private.due_documents where booking_id = $1', [bookingId]).then(() => made);
  const { rows } = await db.query(FACTS, [bookingId]);
  const facts = rows[0];
  if (!facts?.streamer_id) return done(0);
  const { streamer_id: streamerId, viewer_id: viewerId } = facts;
  const over = (ENDED_STATUSES as readonly string[]).includes(facts.status);
  if (!over || facts.moving)
    return lookAt(new Date(Math.max(over ? 0 : facts.end_at.getTime(), now.getTime() + LOOK_AGAIN)));
  const seller = facts.sealed && businessOf(deps.seal.open(streamerId, facts.sealed));
  if (!seller) return lookAt('infinity');

  const { rows: moved } = await db.query(MOVED, [bookingId]);
  const paid = moved.filter(({ gross }) => (gross ?? 0) > 0);
  const kept = sum(moved.map(({ gross }) => cents(gross ?? 0)));
  const { rows: before } = await db.query(
    `select id, reference, to_char(issued_at at time zone 'Europe/Paris', 'YYYY-MM-DD') as "issuedOn"
     from public.documents where source = 'session:' || $1::text`,
    [bookingId],
  );
  let invoice = before[0];
  // Nothing stays paid, and nothing was invoiced, so there is nothing to correct either.
  if (!invoice && kept <= 0) return done(0);
  const day = paris(facts.start_at);
  const session = `Session «\u00a0${facts.title}\u00a0», ${formatDuration(facts.duration_minutes)}, le ${day.split('-').reverse().join('/')}`;
  const common = {
    issuerId: streamerId,
    streamerId,
    viewerId,
    bookingId,
    seller,
    buyer: {
      name: facts.viewer_name ?? 'Client particulier',
      country: buyerCountry(facts.payer_country, facts.viewer_zone),
    },
    madeBy: deps.operator.name,
    deliveredOn: day,
    periodFirst: day,
  };
  let made = 0;
  if (!invoice) {
    invoice = await issue(db, deps, {
      ...common,
      kind: 'session_invoice',
      source: `session:${bookingId}`,
      label: facts.title,
      factAt: facts.ended_at ?? facts.end_at,
      lines: paid.map(({ kind, gross }) => ({
        label: kind === 'extension' ? 'Prolongation de la session' : session,
        gross: cents(gross ?? 0),
        reduction:
          kind === 'capture' && facts.discount_code !== null
            ? { label: `Remise, code ${facts.discount_code}`, gross: cents(facts.discount_cents) }
            : null,
      })),
    });
    made += 1;
  }
  for (const { id, at, gross, document_id } of moved) {
    if ((gross ?? 0) >= 0 || document_id !== null) continue;
    await issue(db, deps, {
      ...common,
      kind: 'session_credit',
      source: `posting:${id}`,
      label: facts.title,
      factAt: at,
      corrects: invoice,
      lines: [{ label: `Remboursement\u00a0: ${session}`, gross: cents(-(gross ?? 0)) }],
    });
    made += 1;
  }
  return done(made);
}

async function ofMonth(db: pg.PoolClient, deps: DocumentDeps, streamerId: string): Promise<number> {
  const { rows } = await db.query(
    `select to_char(m.commission_month, 'YYYY-MM-DD') as first,
       to_char(m.commission_month + interval '1 month' - interval '1 day', 'YYYY-MM-DD') as last,
       (m.commission_month + interval '1 month' + interval '2 days 8 hours') at time zone 'Europe/Paris' as "factAt"
     from public.billing_mandates m
     where m.streamer_id = $1 and not m.commission_waits
       and m.commission_month + interval '1 month' + make_interval(days => $3::int) <= $2::timestamptz at time zone 'Europe/Paris'
     for update of m skip locked`,
    [streamerId, deps.now(), DAYS_AFTER_MONTH],
  );
  const month = rows[0];
  if (!month?.first || !month.last || !month.factAt) return 0;
  const { rows: sums } = await db.query(
    `select coalesce(-sum(l.amount_cents), 0)::int as fee, count(distinct p.booking_id)::int as sessions
     from public.payments p join public.ledger_postings g on g.payment_id = p.id
     join public.ledger_lines l on l.posting_id = g.id and l.account = 'platform_fees'
     where p.streamer_id = $1 and g.at >= $2::date::timestamp at time zone 'Europe/Paris'
       and g.at < ($2::date + interval '1 month') at time zone 'Europe/Paris'`,
    [streamerId, month.first],
  );
  const { fee, sessions } = { fee: sums[0]?.fee ?? 0, sessions: sums[0]?.sessions ?? 0 };
  // Checked once the mandate is locked: an identity saved after this makes the month due again.
  const { rows: identities } = await db.query(
    'select sealed from private.fiscal_identities where person_id = $1',
    [streamerId],
  );
  const sealed = identities[0]?.sealed;
  const buyer = sealed && businessOf(deps.seal.open(streamerId, sealed));
  let made = 0;
  if (fee !== 0) {
    if (!buyer) {
      await db.query('update public.billing_mandates set commission_waits = true where streamer_id = $1', [
        streamerId,
      ]);
      return 0;
    }
    const label = `Commission sur ${sessions} session${sessions > 1 ? 's' : ''}, du ${month.first.split('-').reverse().join('/')} au ${month.last.split('-').reverse().join('/')}`;
    await issue(db, deps, {
      kind: fee > 0 ? 'commission_invoice' : 'commission_credit',
      issuerId: null,
      source: `commission:${streamerId}:${month.first.slice(0, 7)}`,
      streamerId,
      viewerId: null,
      bookingId: null,
      seller: deps.operator,
      buyer,
      madeBy: null,
      deliveredOn: month.last,
      period: { first: month.first, last: month.last },
      periodFirst: month.first,
      label,
      factAt: month.factAt,
      lines: [{ label, gross: cents(Math.abs(fee)) }],
    });
    made = 1;
  }
  await db.query(
    `update public.billing_mandates set commission_month = commission_month + interval '1 month' where streamer_id = $1`,
    [streamerId],
  );
  return made;
}

interface Issued {
  kind: InvoiceKind;
  issuerId: string | null;
  source: string;
  streamerId: string;
  viewerId: string | null;
  bookingId: string | null;
  seller: Business;
  buyer: Document['buyer'];
  madeBy: string | null;
  deliveredOn: string;
  period?: Document['period'];
  periodFirst: string;
  label: string;
  factAt: Date;
  corrects?: { id: string; reference: string; issuedOn: string | null };
  lines: Parameters<typeof composeDocument>[0]['lines'];
}

/** Makes the invoice or credit note that a draft describes. */
async function issue(
  db: pg.PoolClient,
  deps: DocumentDeps,
  draft: Issued,
): Promise<{ id: string; reference: string; issuedOn: string }> {
  const { issuerId, corrects } = draft;
  const written = await insertDocument(
    db,
    deps,
    {
      ...draft,
      issuer: issuerId ?? 'loge',
      reference: (year, number) => referenceOf(issuerId, year, number),
      correctsId: corrects?.id ?? null,
      buyerName: draft.buyer.name,
    },
    async ({ reference, at }) => {
      const issuedOn = paris(at);
      const document = composeDocument({
        ...draft,
        reference,
        issuedOn,
        corrects: corrects
          ? { reference: corrects.reference, issuedOn: corrects.issuedOn ?? issuedOn }
          : null,
      });
      const { net, vatAmount, gross } = document;
      return { net, vat: vatAmount, total: gross, pdf: await renderDocument(document, at) };
    },
  );
  return { id: written.id, reference: written.reference, issuedOn: paris(written.at) };
}
