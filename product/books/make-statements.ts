import type pg from 'pg';
import { postMail } from '#product/mail/outbox.ts';
import { cents, NOTHING, sum } from '#product/shared/money/cents.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { localDateAt } from '#product/shared/time/wall-time.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { insertDocument } from './insert-document.ts';
import { statementReady } from './mails/statement-ready.ts';
import type { DocumentDeps } from './make-documents.ts';
import { renderStatement } from './render-statement.ts';
import { businessOf, statementReferenceOf } from './rules/document.ts';
import { REPORTING_ZONE, yearToState } from './rules/reporting.ts';

/** The series that statements are numbered in. */
const ISSUER = 'loge-statements';

const CREDITED = `select s.id from public.streamers s
  where not exists (select from public.documents d where d.source = 'statement:' || s.id || ':' || $1::integer)
    and exists (
      select from public.payment_balances m join public.ledger_postings g on g.payment_id = m.payment_id
      join public.ledger_lines l on l.posting_id = g.id and l.account = 'streamer_available'
      where m.streamer_id = s.id and g.at >= make_timestamptz($1, 1, 1, 0, 0, 0, $2) and g.at < make_timestamptz($1 + 1, 1, 1, 0, 0, 0, $2))
  order by s.id`;

/**
 * Makes the statement of the year that is over for each streamer who was credited anything in it,
 * each in a transaction of its own with what it tells. The year before the last is not looked at:
 * it was made a year ago.
 * @returns how many were made
 */
export async function makeStatements(deps: DocumentDeps, signal?: AbortSignal): Promise<number> {
  const { pool, logger, now } = deps;
  const year = yearToState(instantOf(now().getTime()));
  const { rows } = await pool.query(CREDITED, [year, REPORTING_ZONE]);
  let made = 0;
  for (const { id } of rows) {
    if (signal?.aborted) break;
    try {
      if (await inTransaction(pool, (db) => makeStatement(db, deps, { streamerId: id, year }))) made += 1;
    } catch (error) {
      // It must not hold up the others.
      logger.error({ err: error, streamer: id, year }, 'a statement could not be made');
    }
  }
  return made;
}

const SELLER = `select s.display_name, p.first_name, p.last_name, u.email, f.sealed
  from public.streamers s join public.profiles p on p.id = s.id join auth.users u on u.id = s.id
  left join private.fiscal_identities f on f.person_id = s.id
  where s.id = $1 for update of s`;

async function makeStatement(
  db: pg.PoolClient,
  deps: DocumentDeps,
  { streamerId, year }: { streamerId: string; year: number },
): Promise<boolean> {
  // Two processes at once: the second waits here, then finds the first one's.
  const { rows: sellers } = await db.query(SELLER, [streamerId]);
  const source = `statement:${streamerId}:${year}`;
  const { rowCount } = await db.query('select from public.documents where source = $1', [source]);
  const [seller] = sellers;
  if (!seller || rowCount !== 0) return false;
  const { rows } = await db.query(
    'select quarter, sessions, credited_cents, fee_cents from private.credited_quarters($1, $2)',
    [streamerId, year],
  );
  const quarters = rows.map((row) => ({
    quarter: row.quarter ?? 0,
    sessions: row.sessions ?? 0,
    credited: cents(Number(row.credited_cents)),
    fee: cents(Number(row.fee_cents)),
  }));
  const credited = sum(quarters.map((quarter) => quarter.credited));
  // A private seller's address and numbers stay sealed: a document is not.
  const business = seller.sealed && businessOf(deps.seal.open(streamerId, seller.sealed));
  const name = business
    ? business.name
    : [seller.first_name, seller.last_name].filter(Boolean).join(' ') || seller.display_name;
  const sessions = quarters.reduce((total, quarter) => total + quarter.sessions, 0);
  const { id, at } = await insertDocument(
    db,
    deps,
    {
      issuer: ISSUER,
      reference: statementReferenceOf,
      kind: 'yearly_statement',
      source,
      // Of the demo's past: the tenth of January of the next year.
      factAt: new Date(Date.UTC(year + 1, 0, 10, 9)),
      streamerId,
      viewerId: null,
      bookingId: null,
      correctsId: null,
      periodFirst: `${year}-01-01`,
      buyerName: name,
      label: `Année ${year}, ${sessions === 1 ? '1 session' : `${sessions} sessions`}`,
    },
    async ({ reference, at: issuedAt }) => {
      const issuedOn = localDateAt(REPORTING_ZONE, instantOf(issuedAt.getTime()));
      const { operator } = deps;
      const statement = { reference, issuedOn, year, operator, seller: business ?? { name }, quarters };
      return {
        net: credited,
        vat: NOTHING,
        total: credited,
        pdf: await renderStatement(statement, issuedAt),
      };
    },
  );
  await db.query(
    `insert into public.statement_quarters (document_id, quarter, sessions, credited_cents, fee_cents)
     select $1, * from unnest($2::smallint[], $3::integer[], $4::bigint[], $5::bigint[])`,
    [
      id,
      quarters.map(({ quarter }) => quarter),
      quarters.map((quarter) => quarter.sessions),
      quarters.map((quarter) => quarter.credited),
      quarters.map(({ fee }) => fee),
    ],
  );
  // The demo's past was told to nobody.
  if (deps.backdated) return true;
  await db.query(
    `insert into public.notifications (person_id, kind, data, created_at)
     values ($1, 'statement_ready', jsonb_build_object('side', 'streamer', 'event', 'statement_ready', 'year', $2::integer), $3)`,
    [streamerId, year, at],
  );
  if (seller.email)
    await postMail(
      db,
      statementReady,
      { to: seller.email, userId: streamerId, firstName: seller.first_name },
      { year, sessions, credited },
    );
  return true;
}
