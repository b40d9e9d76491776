import type pg from 'pg';
import { CATEGORIES, CATEGORY_NAMES, type CategoryName } from '#product/accounts/rules/sanctions.ts';
import { ofName } from '#product/shared/elision.ts';
import type { Run } from '#server/jobs/runner.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { evidenceOf } from './evidence-of.ts';
import type { Evidence } from './rules/evidence.ts';
import { gravest, type SubjectKind } from './rules/moderation.ts';
import {
  contactsIn,
  isOftenAbsent,
  isOftenDisputed,
  isOftenRefusing,
  isReportedByMany,
  SIGNAL_DAYS,
  SIGNALS,
  type SignalName,
} from './rules/signals.ts';

/** Texts that are read in one transaction. */
const TEXTS_AT_ONCE = 50;

interface Finding {
  signal: SignalName;
  personId: string;
  subject: { kind: SubjectKind; id: string };
  /** The words or the counts, in French. */
  found: readonly string[];
  evidence: Evidence;
  category?: CategoryName;
}

/**
 * Reads what was written since, counts what repeats itself, and opens a case for each rule that
 * says so. It decides nothing: a case waits for somebody of the team like any other, and of one
 * person and one rule there is one open case at a time.
 */
export async function findSignals({ pool, now, signal: stopping }: Run): Promise<void> {
  while (!stopping.aborted && (await inTransaction(pool, (db) => readTexts(db, now))) === TEXTS_AT_ONCE);
  await inTransaction(pool, async (db) => {
    for (const count of [countAbsences, countDisputes, countRefusals, countReports]) await count(db, now);
  });
}

/** @returns how many texts were read */
async function readTexts(db: pg.ClientBase, now: Date): Promise<number> {
  const { rows } = await db.query(
    `delete from private.unread_texts where id in (
       select id from private.unread_texts order by id limit $1 for update skip locked) returning kind, subject_id`,
    [TEXTS_AT_ONCE],
  );
  for (const { kind, subject_id: id } of rows) {
    const seen = await evidenceOf(db, kind, id);
    if (seen === null || seen.personId === null) continue;
    const isMessage = kind === 'message';
    if (kind === 'profile')
      await noteLookAlikes(db, { personId: seen.personId, evidence: seen.evidence }, now);
    // The title of a message names its author, who may be called anything.
    const text = isMessage ? seen.evidence.text : `${seen.evidence.title}\n${seen.evidence.text}`;
    const found = contactsIn(text, isMessage ? 'message' : 'profile').map(
      ({ words }) => `« ${words.slice(0, 120)} »`,
    );
    if (found.length === 0) continue;
    const signal = isMessage ? 'contact_in_message' : 'contact_in_profile';
    await note(
      db,
      { signal, personId: seen.personId, subject: { kind, id }, found, evidence: seen.evidence },
      now,
    );
  }
  return rows.length;
}

/** Pages of others whose name or address is written otherwise, and read as the same. */
const LOOK_ALIKES = `select o.display_name, o.handle from public.streamers s
  join public.streamers o on o.id <> s.id and (
    private.name_shape(o.display_name) = private.name_shape(s.display_name)
      and private.name_shape(s.display_name) <> ''
      and regexp_replace(lower(normalize(o.display_name, NFKD)), '[\u0300-\u036f]', '', 'g')
        <> regexp_replace(lower(normalize(s.display_name, NFKD)), '[\u0300-\u036f]', '', 'g')
    or private.name_shape(o.handle) = private.name_shape(s.handle))
  where s.id = $1 order by o.created_at limit 5`;

async function noteLookAlikes(
  db: pg.ClientBase,
  { personId, evidence }: { personId: string; evidence: Evidence },
  now: Date,
): Promise<void> {
  const { rows } = await db.query(LOOK_ALIKES, [personId]);
  if (rows.length === 0) return;
  const found = rows.map(({ display_name, handle }) => `« ${display_name} » (${handle})`);
  const subject = { kind: 'profile' as const, id: personId };
  await note(db, { signal: 'name_of_another', personId, subject, found, evidence }, now);
}

/**
 * The beginning of a count: it looks back some days, and no further than the last case of the same
 * rule about the same person.
 */
const since = (days: number, now: Date): Date => new Date(now.getTime() - days * 86_400_000);

async function countAbsences(db: pg.ClientBase, now: Date): Promise<void> {
  const { rows } = await db.query(
    `select s.person_id, count(distinct s.session_id)::integer as sessions,
       count(distinct s.session_id) filter (where s.absent)::integer as absences
     from (
       select b.streamer_id as person_id, b.session_id, b.end_at, b.status = 'streamer_no_show' as absent from public.bookings b
       where b.end_at between $1 and $2 and b.status in ('completed', 'viewer_no_show', 'streamer_no_show')
       union all
       select b.viewer_id, b.session_id, b.end_at, b.status = 'viewer_no_show' from public.bookings b
       where b.end_at between $1 and $2 and b.status in ('completed', 'viewer_no_show', 'streamer_no_show')
     ) s
     where s.person_id is not null and s.end_at > coalesce((select max(c.opened_at) from public.moderation_cases c
       where c.person_id = s.person_id and c.signal = 'no_shows'), '-infinity')
     group by s.person_id having count(distinct s.session_id) filter (where s.absent) > 0`,
    [since(SIGNAL_DAYS.no_shows, now), now],
  );
  for (const { person_id: personId, absences, sessions } of rows) {
    if (personId === null || absences === null || sessions === null) continue;
    if (!isOftenAbsent({ absences, sessions })) continue;
    await noteAccount(
      db,
      'no_shows',
      personId,
      `${absences} absences sur ${sessions} sessions en ${SIGNAL_DAYS.no_shows} jours`,
      now,
    );
  }
}

async function countDisputes(db: pg.ClientBase, now: Date): Promise<void> {
  const { rows } = await db.query(
    `select s.person_id, count(distinct s.payment_id)::integer as payments,
       count(distinct s.payment_id) filter (where s.disputed)::integer as disputes
     from (
       select y.streamer_id as person_id, y.id as payment_id, coalesce(d.created_at, y.created_at) as at, d.payment_id is not null as disputed
       from public.payments y left join private.disputes d on d.payment_id = y.id where y.captured_cents > 0
       union all
       select y.viewer_id, y.id, coalesce(d.created_at, y.created_at), d.payment_id is not null
       from public.payments y left join private.disputes d on d.payment_id = y.id where y.captured_cents > 0
     ) s
     where s.person_id is not null and s.at between $1 and $2 and s.at > coalesce((select max(c.opened_at) from public.moderation_cases c
       where c.person_id = s.person_id and c.signal = 'disputes'), '-infinity')
     group by s.person_id having count(distinct s.payment_id) filter (where s.disputed) > 0`,
    [since(SIGNAL_DAYS.disputes, now), now],
  );
  for (const { person_id: personId, disputes, payments } of rows) {
    if (personId === null || disputes === null || payments === null) continue;
    if (!isOftenDisputed({ disputes, payments })) continue;
    await noteAccount(
      db,
      'disputes',
      personId,
      `${disputes} paiements contestés sur ${payments} en ${SIGNAL_DAYS.disputes} jours`,
      now,
    );
  }
}

async function countRefusals(db: pg.ClientBase, now: Date): Promise<void> {
  const { rows } = await db.query(
    `select b.streamer_id as person_id, count(distinct b.session_id)::integer as requests,
       count(distinct b.session_id) filter (where b.status in ('declined', 'cancelled_by_streamer')
         or (b.status = 'expired' and b.answer_by is not null))::integer as refusals
     from public.bookings b
     where b.streamer_id is not null and b.ended_at between $1 and $2 and (b.confirmed_at is not null or b.answer_by is not null)
       and b.ended_at > coalesce((select max(c.opened_at) from public.moderation_cases c
         where c.person_id = b.streamer_id and c.signal = 'refusals'), '-infinity')
     group by b.streamer_id`,
    [since(SIGNAL_DAYS.refusals, now), now],
  );
  for (const { person_id: personId, refusals, requests } of rows) {
    if (personId === null || refusals === null || requests === null) continue;
    if (!isOftenRefusing({ refusals, requests })) continue;
    await noteAccount(
      db,
      'refusals',
      personId,
      `${refusals} demandes refusées, restées sans réponse ou annulées sur ${requests} en ${SIGNAL_DAYS.refusals} jours`,
      now,
    );
  }
}

async function countReports(db: pg.ClientBase, now: Date): Promise<void> {
  const { rows } = await db.query(
    `select c.person_id, count(distinct coalesce(r.reporter_id::text, r.reporter_email))::integer as reporters,
       array_agg(distinct r.category) as categories
     from public.moderation_reports r join public.moderation_cases c on c.id = r.case_id
     where c.person_id is not null and not r.unfounded and r.created_at between $1 and $2
       and r.created_at > coalesce((select max(m.opened_at) from public.moderation_cases m
         where m.person_id = c.person_id and m.signal = 'reports'), '-infinity')
     group by c.person_id`,
    [since(SIGNAL_DAYS.reports, now), now],
  );
  for (const { person_id: personId, reporters, categories } of rows) {
    if (personId === null || reporters === null || !isReportedByMany(reporters)) continue;
    const category = CATEGORY_NAMES.filter((name) => categories?.includes(name)).reduce<CategoryName>(
      gravest,
      'other',
    );
    await noteAccount(
      db,
      'reports',
      personId,
      `${reporters} personnes en ${SIGNAL_DAYS.reports} jours`,
      now,
      category,
    );
  }
}

/** A finding about an account as a whole. */
async function noteAccount(
  db: pg.ClientBase,
  signal: SignalName,
  personId: string,
  count: string,
  now: Date,
  category?: CategoryName,
): Promise<void> {
  const { rows } = await db.query(
    `select coalesce(s.display_name, private.abbreviated_name(p.first_name, p.last_name), u.email, '') as name
     from public.profiles p join auth.users u on u.id = p.id left join public.streamers s on s.id = p.id where p.id = $1`,
    [personId],
  );
  const name = rows[0]?.name || 'quelqu’un';
  const evidence = {
    title: `Compte ${ofName(name)}`,
    text: count,
    isShown: true,
    session: null,
    attendances: [],
    payments: [],
  };
  const finding = {
    signal,
    personId,
    subject: { kind: 'profile' as const, id: personId },
    found: [count],
    evidence,
  };
  await note(db, category === undefined ? finding : { ...finding, category }, now);
}

/**
 * Opens the case of a rule about a person, or adds to the open one. What the team itself writes and
 * does opens none.
 */
async function note(
  db: pg.ClientBase,
  { signal, personId, subject, found, evidence, category }: Finding,
  now: Date,
): Promise<void> {
  const why = category ?? SIGNALS[signal].category;
  const { rows } = await db.query(
    `insert into public.moderation_cases as held (subject_kind, subject_id, person_id, title, severity, category, opened_at, last_reported_at, signal)
     select $1, $2, p.id, $4, $5, $6, $7, $7, $8 from public.profiles p where p.id = $3::uuid and p.role is distinct from 'admin'
     on conflict (person_id, signal) where state = 'open' and signal is not null
     do update set last_reported_at = greatest(held.last_reported_at, excluded.last_reported_at)
     returning id`,
    [
      subject.kind,
      subject.id,
      personId,
      evidence.title.slice(0, 300),
      CATEGORIES[why].severity,
      why,
      now,
      signal,
    ],
  );
  const [row] = rows;
  if (!row) return;
  await db.query(
    `insert into private.case_signals (case_id, subject_kind, subject_id, found, evidence, found_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (case_id, subject_kind, subject_id, found) do nothing`,
    [row.id, subject.kind, subject.id, found, JSON.stringify(evidence), now],
  );
}
