import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Bytes } from '#platform/storage/bytes.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { postMail } from '#product/mail/outbox.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { ProviderRefusal } from '#server/integrations/payments/provider.ts';
import type { Run } from '#server/jobs/runner.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { integrityDiffers } from './mails/integrity-differs.ts';
import { INTEGRITY_CHECKS, type IntegrityCheck, isNightlyCheckDue } from './rules/integrity.ts';

export const CHECK_INTEGRITY = 'system/check-integrity';

/** A disagreement that was found. */
export interface Finding {
  check: IntegrityCheck;
  count: number;
  /** Ids, references or versions of the first ones. */
  examples: string[];
  /** Of all of them: tells whether another check found the same ones. */
  digest: string;
}

export interface IntegrityDeps {
  product: Pick<ProductDeps, 'payments'>;
  bytes: Pick<Bytes, 'read' | 'listBefore'>;
}

const EXAMPLES = 10;
/** How many of the newest payments the provider is asked about: a question each. */
const ASKED_AT_PROVIDER = 200;
/** After so many questions without an answer, it is left alone. */
const MOST_SILENCES = 3;
/**
 * Bytes may lie without a row while an upload is under way, and until the sweep comes by.
 * Milliseconds.
 */
const STRAY_AFTER = 3 * 3_600_000;
/** Files whose bytes are looked for are asked about at once. */
const BATCH = 500;

/** Each posting moves as much to some accounts as from others. */
const LEDGER = `select posting_id::text as id from public.ledger_lines group by posting_id having sum(amount_cents) <> 0 order by 1`;

/** Where the money of each payment is, as it is kept, against the lines that it is made of. */
const BALANCES = `select coalesce(b.payment_id, m.payment_id)::text as id from public.payment_balances b
  full join (select payment_id, sum(captured) as captured, sum(returned) as returned, sum(disputed) as disputed, sum(fee) as fee,
      sum(borne) as borne, sum(pending) as pending, sum(available) as available, sum(in_transit) as in_transit, sum(banked) as banked
    from private.payment_moves group by payment_id) m on m.payment_id = b.payment_id
  where (b.captured_cents, b.returned_cents, b.disputed_cents, b.fee_cents, b.borne_cents, b.pending_cents, b.available_cents,
      b.in_transit_cents, b.banked_cents) is distinct from
    (m.captured, m.returned, m.disputed, m.fee, m.borne, m.pending, m.available, m.in_transit, m.banked) order by 1`;

/** Compares a payment's own remainder with the provider's account in the ledger. */
const PAYMENTS = `select p.id::text as id from public.payments p left join (
    select g.payment_id, sum(l.amount_cents) as kept from public.ledger_postings g
    join public.ledger_lines l on l.posting_id = g.id and l.account in ('provider_balance', 'refunds_owed', 'own_bank')
    where g.kind not in ('processing_cost', 'dispute_cost') group by g.payment_id) b on b.payment_id = p.id
  where p.captured_cents - p.refunded_cents - p.lost_cents - p.disputed_cents <> coalesce(b.kept, 0) order by 1`;

/**
 * A session that stands is paid for, and its payments keep no more than it costs. What changed
 * within ten minutes, or waits for an order, is on its way.
 */
const BOOKINGS = `select b.id::text as id from public.bookings b
  left join lateral (select count(*) filter (where p.state in ('authorised', 'captured')) as paid,
      coalesce(sum(p.captured_cents - p.refunded_cents - p.lost_cents), 0) as kept,
      coalesce(bool_or(p.disputed_cents > 0), false) as disputed,
      coalesce(bool_or(exists (select from public.payment_orders o where o.payment_id = p.id and o.state = 'pending')), false) as waits
    from public.payments p where p.booking_id = b.id) s on true
  where b.updated_at < $1::timestamptz - interval '10 minutes' and not s.disputed and not s.waits and (
    b.price_cents > 0 and s.paid = 0 and b.status in ('confirmed', 'in_progress', 'completed', 'viewer_no_show')
    or s.kept > case when b.confirmed_at is null then 0 else b.price_cents - coalesce(private.refund_of(b.id, b.refund_cents), 0) end) order by 1`;

/**
 * Each document continues its series by one number and the hash chain by its own bytes; the series
 * ends with the last.
 */
const DOCUMENTS = `select d.reference as id from (
    select reference, issuer, year, number, chain,
      sha256(coalesce(lag(chain) over series, '\\x'::bytea) || convert_to(reference, 'UTF8') || sha256(pdf)) as expected,
      coalesce(lag(number) over series, 0) + 1 as follows, lead(number) over series is null as is_last
    from public.documents window series as (partition by issuer, year order by number)) d
  left join private.document_series s on s.issuer = d.issuer and s.year = d.year
  where d.chain <> d.expected or d.number <> d.follows or d.is_last and (s.last, s.chain) is distinct from (d.number, d.chain)
  order by 1`;

const SETTLED_PAYMENTS = `select p.id, p.checkout_reference as checkout, p.state, p.captured_cents, p.refunded_cents from public.payments p
  where p.provider = $1 and p.checkout_reference is not null and p.state in ('authorised', 'captured')
    and not exists (select from public.payment_orders o where o.payment_id = p.id and o.state = 'pending')
  order by p.updated_at desc limit $2`;
const SAME_PAYMENT = `select from public.payments p where p.id = $1 and p.state = $2 and p.captured_cents = $3 and p.refunded_cents = $4
  and not exists (select from public.payment_orders o where o.payment_id = p.id and o.state = 'pending')`;

const VERSIONS = `select version from storage.objects where version is not null
  union select version from storage.upload_parts order by 1`;
const KNOWN_VERSIONS = `select version from storage.objects where version = any($1::text[])
  union select version from storage.upload_parts where version = any($1::text[])`;
/** Not stray: the sweep is about to remove them, or a backup has it wait. */
const DISCARDED_VERSIONS = 'select version from storage.discarded_versions where version = any($1::text[])';

/**
 * The newest payments, as the provider has them. A payment that changed while it was asked about is
 * left to the next check. One that it says nothing about is told, and when it says nothing several
 * times it is not asked about the others.
 */
async function atProvider(
  pool: pg.Pool,
  { product: { payments } }: IntegrityDeps,
  logger: Logger,
): Promise<{ differing: string[]; unanswered: string[] }> {
  const { rows } = await pool.query(SETTLED_PAYMENTS, [payments.name, ASKED_AT_PROVIDER]);
  const differing: string[] = [];
  const unanswered: string[] = [];
  for (const payment of rows) {
    if (unanswered.length >= MOST_SILENCES) {
      unanswered.push(payment.id);
      continue;
    }
    const agrees = await payments.readCheckout(payment.checkout ?? '').then(
      ({ status, captured, refunded }) =>
        status === payment.state &&
        captured === payment.captured_cents &&
        refunded === payment.refunded_cents,
      (error: unknown) => {
        if (error instanceof ProviderRefusal) return false; // it does not know it
        logger.warn({ err: error, payment: payment.id }, 'the provider did not say what it has of a payment');
        unanswered.push(payment.id);
        return true;
      },
    );
    if (agrees) continue;
    const { id, state, captured_cents, refunded_cents } = payment;
    const { rowCount } = await pool.query(SAME_PAYMENT, [id, state, captured_cents, refunded_cents]);
    if (rowCount === 1) differing.push(id);
  }
  return { differing, unanswered };
}

/** Rows without bytes and bytes without rows. */
async function files(
  pool: pg.Pool,
  { bytes }: IntegrityDeps,
  now: Date,
): Promise<{ lost: string[]; stray: string[] }> {
  const { rows } = await pool.query(VERSIONS);
  const wanted = new Set(rows.map(({ version }) => version ?? ''));
  const stray: string[] = [];
  const keepUnknown = async (versions: string[]) => {
    const { rows: known } = await pool.query(KNOWN_VERSIONS, [versions]);
    const { rows: discarded } = await pool.query(DISCARDED_VERSIONS, [versions]);
    const names = new Set([...known, ...discarded].map(({ version }) => version));
    stray.push(...versions.filter((one) => !names.has(one)));
  };
  const unknown: string[] = [];
  for await (const version of bytes.listBefore(now.getTime() - STRAY_AFTER)) {
    if (wanted.delete(version)) continue;
    unknown.push(version);
    if (unknown.length === BATCH) await keepUnknown(unknown.splice(0));
  }
  await keepUnknown(unknown);
  // Wanted bytes that the listing did not have are young, or gone.
  const missing: string[] = [];
  for (const version of wanted) {
    const stream = await bytes.read(version, null);
    if (stream === null) missing.push(version);
    else stream.destroy();
  }
  const { rows: still } = await pool.query(KNOWN_VERSIONS, [missing]);
  return { lost: still.map(({ version }) => version ?? ''), stray };
}

/** Compares everything. @throws when the storage does not answer: the task tries again */
export async function findFaults(
  { pool, now, logger }: Pick<Run, 'pool' | 'now' | 'logger'>,
  deps: IntegrityDeps,
): Promise<Finding[]> {
  const ids = (rows: readonly { id: string | null }[]) => rows.map(({ id }) => id ?? '');
  const { differing, unanswered } = await atProvider(pool, deps, logger);
  const { lost, stray } = await files(pool, deps, now);
  const all: Record<IntegrityCheck, string[]> = {
    ledger: ids((await pool.query(LEDGER)).rows),
    balances: ids((await pool.query(BALANCES)).rows),
    payments: ids((await pool.query(PAYMENTS)).rows),
    bookings: ids((await pool.query(BOOKINGS, [now])).rows),
    provider: differing,
    unanswered,
    documents: ids((await pool.query(DOCUMENTS)).rows),
    lost_files: lost,
    stray_files: stray,
  };
  return (Object.keys(INTEGRITY_CHECKS) as IntegrityCheck[])
    .filter((check) => all[check].length > 0)
    .map((check) => ({
      check,
      count: all[check].length,
      examples: all[check].slice(0, EXAMPLES),
      digest: createHash('sha256').update(all[check].toSorted().join('\n')).digest('hex'),
    }));
}

/** @returns the id of the check that waits now */
export async function askForCheck(db: pg.ClientBase | pg.Pool, now: Date): Promise<string> {
  await db.query(
    'insert into private.integrity_checks (asked_at) values ($1) on conflict ((true)) where ended_at is null do nothing',
    [now],
  );
  const { rows } = await db.query(
    'select id::text as id from private.integrity_checks where ended_at is null',
  );
  return rows[0]?.id ?? '';
}

const LAST =
  'select asked_at, findings from private.integrity_checks where ended_at is not null order by id desc limit 1';

/** The task: makes the night's check when its time has come, and any that was asked for. */
export const checkIntegrity =
  (deps: IntegrityDeps) =>
  async ({ pool, now, logger }: Pick<Run, 'pool' | 'now' | 'logger'>): Promise<void> => {
    const { rows: lasts } = await pool.query(LAST);
    const [last] = lasts;
    const lastAt = last === undefined ? null : instantOf(last.asked_at.getTime());
    if (isNightlyCheckDue(lastAt, instantOf(now.getTime()))) await askForCheck(pool, now);
    const { rows } = await pool.query(
      'update private.integrity_checks set started_at = $1 where ended_at is null returning id',
      [now],
    );
    const [check] = rows;
    if (check === undefined) return;
    const findings = await findFaults({ pool, now, logger }, deps);
    await inTransaction(pool, async (db) => {
      await db.query(
        'update private.integrity_checks set ended_at = greatest($2, started_at), findings = $3 where id = $1',
        [check.id, now, JSON.stringify(findings)],
      );
      const gist = (list: readonly Pick<Finding, 'check' | 'digest'>[]) =>
        JSON.stringify(list.map((one) => [one.check, one.digest]));
      // Told once, not each night again.
      if (findings.length > 0 && gist(findings) !== gist((last?.findings ?? []) as Finding[]))
        await tellTeam(db, findings, now);
    });
  };

/** A notification and a mail to every admin, in the transaction that records the finding. */
async function tellTeam(db: pg.ClientBase, findings: readonly Finding[], now: Date): Promise<void> {
  const told = findings.map(({ check, count }) => ({ check, count }));
  const { rows } = await db.query(
    `with told as (
       insert into public.notifications (person_id, kind, data, created_at)
       select id, 'integrity_differs', jsonb_build_object('event', 'integrity_differs', 'count', $2::integer), $1
       from public.profiles where role = 'admin' returning person_id
     )
     select u.id, u.email, p.first_name from told join public.profiles p on p.id = told.person_id join auth.users u on u.id = p.id
     where u.deleted_at is null order by u.id`,
    [now, findings.length],
  );
  for (const { id, email, first_name: firstName } of rows)
    if (email) await postMail(db, integrityDiffers, { to: email, userId: id, firstName }, { findings: told });
}
