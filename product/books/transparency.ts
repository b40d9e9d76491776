import type pg from 'pg';
import {
  CATEGORY_NAMES,
  type CategoryName,
  MEASURES,
  type Measure,
} from '#product/accounts/rules/sanctions.ts';
import { isSlowed, UNFOUNDED_DAYS } from '#product/accounts/rules/slowed-reporters.ts';
import { REPORTING_ZONE } from './rules/reporting.ts';
import { type TransparencyFigures, transparencyCsv } from './rules/transparency.ts';

const NOTICES = `select r.category, count(*)::int as notices, count(*) filter (where r.reporter_id is null and r.reporter_email is not null)::int as without
  from public.moderation_reports r where r.created_at >= $1 and r.created_at < $2 group by r.category`;

const DECISIONS = `select d.measure, d.rule, count(*) filter (where c.signal is not null)::int as signalled,
    count(*) filter (where c.signal is null)::int as reported
  from public.moderation_decisions d join public.moderation_cases c on c.id = d.case_id
  where d.decided_at >= $1 and d.decided_at < $2 group by d.measure, d.rule`;

const TIMES = `select
    (select percentile_cont(0.5) within group (order by extract(epoch from d.decided_at - r.created_at)) / 3600
     from public.moderation_decisions d join public.moderation_reports r on r.case_id = d.case_id
     where d.decided_at >= $1 and d.decided_at < $2 and r.created_at <= d.decided_at)::float8 as decision,
    (select percentile_cont(0.5) within group (order by extract(epoch from d.appeal_decided_at - d.appealed_at)) / 3600
     from public.moderation_decisions d where d.appeal_decided_at >= $1 and d.appeal_decided_at < $2)::float8 as appeal,
    (select count(*)::int from public.moderation_decisions d where d.appealed_at >= $1 and d.appealed_at < $2) as appeals,
    (select count(*)::int from public.moderation_decisions d
     where d.appeal_decided_at >= $1 and d.appeal_decided_at < $2 and d.appeal_outcome = 'upheld') as upheld,
    (select count(*)::int from public.moderation_decisions d
     where d.appeal_decided_at >= $1 and d.appeal_decided_at < $2 and d.appeal_outcome = 'overturned') as overturned`;

/**
 * Of everybody with an unfounded report, what counted for the rule that slows reporters
 * (product/accounts/rules/slowed-reporters.ts) at each moment of the period when that changed: as
 * it begins, and as a report was sent or grew too old to count.
 */
const WINDOWS_OF_REPORTERS = `with sent as (
    select r.reporter_id, r.created_at, r.unfounded, c.state <> 'open' as answered, make_interval(hours => 24 * $3) as counts_for
    from public.moderation_reports r join public.moderation_cases c on c.id = r.case_id
    where r.created_at > $1::timestamptz - make_interval(hours => 24 * $3) and r.created_at < $2
      and exists (select from public.moderation_reports u where u.reporter_id = r.reporter_id and u.unfounded)
  ), moments as (
    select s.reporter_id, s.created_at as at from sent s
    union select s.reporter_id, s.created_at + s.counts_for from sent s
    union select s.reporter_id, $1::timestamptz from sent s
  )
  select m.reporter_id, count(*) filter (where s.unfounded)::int as unfounded, count(*) filter (where s.answered)::int as answered
  from moments m join sent s on s.reporter_id = m.reporter_id and s.created_at <= m.at and s.created_at > m.at - s.counts_for
  where m.at >= $1 and m.at < $2 group by m.reporter_id, m.at`;

/** Months are those of Paris; who did something in two of them counts in both. */
const RECIPIENTS = `with active as (
    select date_trunc('month', a.at at time zone $3) as month, a.person
    from (
      select b.held_at as at, b.viewer_id as person from public.bookings b
      union all
      select b.start_at, b.viewer_id from public.bookings b where b.status = 'completed'
      union all
      select b.start_at, b.streamer_id from public.bookings b where b.status = 'completed'
      union all
      select m.sent_at, m.author_id from public.session_messages m where m.side <> 'admin'
    ) a
    where a.at >= $1 and a.at < $2 and a.person is not null
    group by 1, 2
  )
  select (select count(*)::int from active) as accounts,
    (select coalesce(sum(v.visitors), 0)::int from private.platform_visit_days v
     where v.day >= ($1::timestamptz at time zone $3)::date and v.day < ($2::timestamptz at time zone $3)::date) as visitors`;

const isCategory = (name: string): name is CategoryName => CATEGORY_NAMES.some((one) => one === name);
const isMeasure = (name: string): name is Measure => MEASURES.some((one) => one === name);

interface Window {
  first: Date;
  after: Date;
  months: number;
}

async function figuresOf(db: pg.ClientBase, { first, after, months }: Window): Promise<TransparencyFigures> {
  const { rows: notices } = await db.query(NOTICES, [first, after]);
  const { rows: decided } = await db.query(DECISIONS, [first, after]);
  const { rows: times } = await db.query(TIMES, [first, after]);
  const { rows: windows } = await db.query(WINDOWS_OF_REPORTERS, [first, after, UNFOUNDED_DAYS]);
  const slowed = windows.filter(({ unfounded, answered }) =>
    isSlowed({ unfounded: unfounded ?? 0, answered: answered ?? 0 }),
  );
  const { rows: recipients } = await db.query(RECIPIENTS, [first, after, REPORTING_ZONE]);
  const decisions = decided.flatMap(({ measure, rule, signalled, reported }) =>
    isMeasure(measure) && isCategory(rule)
      ? [{ measure, rule, signalled: signalled ?? 0, reported: reported ?? 0 }]
      : [],
  );
  const [found] = times;
  return {
    notices: new Map(
      notices.flatMap(({ category, notices: count }) =>
        isCategory(category) ? [[category, count ?? 0] as const] : [],
      ),
    ),
    noticesWithoutAccount: notices.reduce((total, { without }) => total + (without ?? 0), 0),
    medianHoursToDecision: found?.decision ?? null,
    decisions,
    appeals: found?.appeals ?? 0,
    appealsUpheld: found?.upheld ?? 0,
    appealsOverturned: found?.overturned ?? 0,
    medianHoursToAppeal: found?.appeal ?? null,
    suspendedForContent: decisions
      .filter(({ measure }) => ['suspend', 'close', 'no_messages', 'no_bookings'].includes(measure))
      .reduce((total, { signalled, reported }) => total + signalled + reported, 0),
    slowedReporters: new Set(slowed.map(({ reporter_id }) => reporter_id)).size,
    activeAccounts: (recipients[0]?.accounts ?? 0) / months,
    visitors: (recipients[0]?.visitors ?? 0) / months,
  };
}

const WINDOWS = `select to_char($1::date - interval '11 months', 'YYYY-MM-DD') as "firstDay",
  ($1::date - interval '11 months') at time zone $2 as year, ($1::date - interval '5 months') at time zone $2 as half,
  ($1::date + interval '1 month') at time zone $2 as after`;

/**
 * The figures of the six and of the twelve months that end with this one.
 * @param month `YYYY-MM` of Paris
 */
export async function transparencyOf(
  db: pg.ClientBase,
  month: string,
): Promise<{ firstDay: string; body: string }> {
  const { rows } = await db.query(WINDOWS, [`${month}-01`, REPORTING_ZONE]);
  const [window] = rows;
  if (!window?.year || !window.half || !window.after || !window.firstDay)
    throw new Error(`no months before ${month}`);
  const { after, year, half, firstDay } = window;
  return {
    firstDay,
    body: transparencyCsv(
      await figuresOf(db, { first: half, after, months: 6 }),
      await figuresOf(db, { first: year, after, months: 12 }),
    ),
  };
}
