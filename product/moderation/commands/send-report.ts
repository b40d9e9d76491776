import type pg from 'pg';
import { CATEGORIES } from '#product/accounts/rules/sanctions.ts';
import { reportsADay, UNFOUNDED_DAYS } from '#product/accounts/rules/slowed-reporters.ts';
import { spend, spendOfStranger } from '#product/command/rate-limit.ts';
import { serve } from '#product/command/serve.ts';
import { postMail } from '#product/mail/outbox.ts';
import { postToStranger } from '#product/mail/strangers.ts';
import { AppError } from '#product/shared/errors.ts';
import { sendReport as contract, type ReportSubject } from '../contract.ts';
import { evidenceOf, type Found } from '../evidence-of.ts';
import { reportReceived } from '../mails/report-received.ts';
import { gravest } from '../rules/moderation.ts';

const DAY_SECONDS = 86_400;
/**
 * Somebody reports something that they can see; it is kept as it was, and joins the open case about
 * it.
 */
export const sendReport = serve({
  contract,
  async run({ db, person, input, now, place }) {
    const { subject, category, body, path, who } = input;
    const reporter = person.id === null ? null : await accountOf(db, person.id);
    if (reporter === null && who === null)
      throw new AppError('invalid_input', undefined, {
        fields: { who: 'Indiquez votre nom et votre adresse e-mail' },
      });
    const found = await findVisible(db, subject, reporter?.id ?? null);
    if (found.personId !== null && found.personId === reporter?.id) throw new AppError('own_subject');
    const email = reporter === null ? (who?.email.toLowerCase() ?? null) : null;
    if (reporter === null) await spendOfStranger(db, { act: 'reports', place, email: email ?? '' }, now);
    else await requirePatience(db, reporter.id, now);
    const { id: caseId, number } = await joinCase(db, { subject, found, category, now });
    await db.query(
      `insert into public.moderation_reports (case_id, reporter_id, reporter_email, reporter_name, category, body, path, good_faith, evidence, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, true, $8, $9)`,
      [
        caseId,
        reporter?.id ?? null,
        email,
        reporter === null ? (who?.name ?? null) : null,
        category,
        body,
        path,
        JSON.stringify(found.evidence),
        now,
      ],
    );
    if (reporter !== null && reporter.email !== '')
      await postMail(
        db,
        reportReceived,
        { to: reporter.email, userId: reporter.id, firstName: reporter.firstName },
        { number, title: found.evidence.title, refusal: null },
      );
    // To an address that nobody proved: nothing that somebody else wrote.
    else if (email !== null)
      await postToStranger(db, reportReceived, email, (refusal) => ({ number, title: null, refusal }));
    return { number };
  },
});

async function accountOf(db: pg.ClientBase, id: string) {
  const { rows } = await db.query(
    `select p.id, p.first_name, u.email from public.profiles p join auth.users u on u.id = p.id where p.id = $1 and u.deleted_at is null`,
    [id],
  );
  const [row] = rows;
  if (!row) throw new AppError('unauthenticated');
  return { id: row.id, email: row.email ?? '', firstName: row.first_name };
}

/**
 * Finds the subject if the reporter can see it: profiles, offers and reviews are public; a message
 * and a session are of their people.
 * @throws AppError report_subject_not_found
 */
async function findVisible(
  db: pg.ClientBase,
  subject: ReportSubject,
  reporterId: string | null,
): Promise<Found & { subjectId: string }> {
  const missing = new AppError('report_subject_not_found');
  // A message has a number, everything else a uuid.
  if (/^\d+$/.test(subject.id) !== (subject.kind === 'message')) throw missing;
  if (subject.kind === 'session') {
    const { rows } = await db.query(
      `select id, streamer_id, viewer_id, seats from public.bookings
       where (id = $1::uuid or session_id = $1::uuid) and (viewer_id = $2 or streamer_id = $2) order by id = $1::uuid desc, seat`,
      [subject.id, reporterId],
    );
    const [own] = rows;
    const found = own ? await evidenceOf(db, 'session', own.id) : null;
    if (!own || !found) throw missing;
    const isViewer = own.viewer_id === reporterId;
    // Of several viewers in a room none is named by reporting the room.
    const other = isViewer
      ? own.streamer_id
      : own.id === subject.id || own.seats === 1
        ? own.viewer_id
        : null;
    return { ...found, personId: other, subjectId: own.id };
  }
  const found = await evidenceOf(db, subject.kind, subject.id, subject.personId);
  if (!found?.evidence.isShown) throw missing;
  if (subject.kind === 'message') {
    const { rowCount } = await db.query(
      'select from public.bookings where session_id = $1 and (viewer_id = $2 or streamer_id = $2) limit 1',
      [found.sessionId, reporterId],
    );
    if (rowCount === 0) throw missing;
  }
  return { ...found, subjectId: subject.id };
}

/** @throws AppError too_many_attempts: who reports without ground is slowed */
async function requirePatience(db: pg.ClientBase, reporterId: string, now: Date): Promise<void> {
  const { rows } = await db.query(
    `select count(*) filter (where r.unfounded)::integer as unfounded, count(*) filter (where c.state <> 'open')::integer as answered
     from public.moderation_reports r join public.moderation_cases c on c.id = r.case_id
     where r.reporter_id = $1 and r.created_at > $2::timestamptz - make_interval(days => $3)`,
    [reporterId, now, UNFOUNDED_DAYS],
  );
  const allowed = reportsADay({ unfounded: rows[0]?.unfounded ?? 0, answered: rows[0]?.answered ?? 0 });
  // A budget of its own for each pace: somebody who was slowed does not live on what is left of the
  // wider one.
  await spend(db, { key: `reports:${reporterId}:${allowed}`, allowed, within: DAY_SECONDS }, now);
}

/**
 * The open case about a thing, with one report more; opened when there is none. The row is locked,
 * so reports of one thing come one after the other.
 */
async function joinCase(
  db: pg.ClientBase,
  {
    subject: { kind },
    found: { personId, subjectId, evidence },
    category,
    now,
  }: {
    subject: ReportSubject;
    found: Found & { subjectId: string };
    category: keyof typeof CATEGORIES;
    now: Date;
  },
): Promise<{ id: string; number: number }> {
  const { rows } = await db.query(
    `insert into public.moderation_cases as held (subject_kind, subject_id, person_id, title, severity, category, report_count, opened_at, last_reported_at)
     values ($1, $2, $3, $4, $5, $6, 1, $7, $7)
     on conflict (subject_kind, subject_id, person_id) where state = 'open' and signal is null
     do update set report_count = held.report_count + 1, last_reported_at = greatest(held.last_reported_at, $7)
     returning id, number, category`,
    [kind, subjectId, personId, evidence.title.slice(0, 300), CATEGORIES[category].severity, category, now],
  );
  const [row] = rows;
  if (!row) throw new Error('a case was neither opened nor found');
  const worst = gravest(row.category, category);
  if (worst !== row.category) {
    await db.query('update public.moderation_cases set category = $2, severity = $3 where id = $1', [
      row.id,
      worst,
      CATEGORIES[worst].severity,
    ]);
  }
  return { id: row.id, number: row.number };
}
