import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { AppError } from '#contracts/errors.ts';
import { decideCase as contract } from '#contracts/moderation.ts';
import { APPEAL_MONTHS, type Measure } from '#domain/moderation/rules.ts';
import { cents } from '#domain/money/cents.ts';
import { instantOf } from '#domain/time/instant.ts';
import { reportAnswered } from '#server/mail/moderation/report-answered.ts';
import { statement } from '#server/mail/moderation/statement.ts';
import { postMail } from '#server/mail/outbox.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { type Person, team } from '#server/product/access.ts';
import { audit } from '#server/product/audit.ts';
import { advanceBooking } from '#server/product/lifecycle/advance-booking.ts';
import { holdSubject } from '#server/product/lifecycle/subject.ts';
import { suspendAccount, UNAVAILABLE } from '#server/product/lifecycle/suspension.ts';
import { type CaseRow, lockCase, requireTaken } from './case-row.ts';
import { calledOff, endOf, sumOf } from './measure-cost.ts';
import { removeFilm, restoreFilm } from './reported-film.ts';
import { removePicture, restorePicture } from './reported-picture.ts';

/** Decides about a case and carries it out in one transaction; payments follow by their orders, after it. */
export const decideCase = defineCommand({
  contract,
  access: team('moderation'),
  async run({ db, person, input, now }) {
    const { caseId, measure, rule, facts, reason, expectedRefundCents, unfounded } = input;
    const found = await lockCase(db, caseId);
    if (found.state !== 'open') throw new AppError('already_done');
    requireTaken(found, person.id, now);
    if (found.personId === person.id) throw new AppError('cannot_act_on_self');
    const endsAt = endOf(found, input, now);
    const off = await calledOff(db, found, input, now);
    const refundedCents = sumOf(off);
    if (refundedCents !== expectedRefundCents)
      throw new AppError('quote_changed', undefined, { details: { refundCents: refundedCents } });
    await carryOut(db, person, { found, measure, endsAt, reason, now });
    for (const { id: bookingId } of off) {
      await advanceBooking(db, {
        bookingId,
        event: { type: 'cancel', by: 'admin' },
        actorId: person.id,
        now,
        reason: UNAVAILABLE,
        detail: { cause: 'suspended' },
      });
    }
    const token = randomBytes(32).toString('base64url');
    const { rows } = await db.query(
      `insert into public.moderation_decisions (case_id, person_id, decided_by, measure, rule, facts, reason, decided_at, ends_at,
         cancelled_sessions, refunded_cents, token_hash, appeal_until)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $8::timestamptz + make_interval(months => $13)) returning id`,
      [
        caseId,
        found.personId,
        person.id,
        measure,
        rule,
        facts,
        reason,
        now,
        endsAt,
        off.length,
        refundedCents,
        hashOf(token),
        APPEAL_MONTHS,
      ],
    );
    await db.query(
      `update public.moderation_cases set state = 'decided', taken_by = null, taken_until = null where id = $1`,
      [caseId],
    );
    if (measure === 'none' && unfounded)
      await db.query('update public.moderation_reports set unfounded = true where case_id = $1', [caseId]);
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract.name,
      subject: { table: 'moderation_cases', id: caseId },
      before: { state: 'open' },
      after: { state: 'decided', measure, rule, cancelledSessions: off.length, refundCents: refundedCents },
      reason,
    });
    await answerReporters(db, found, measure !== 'none');
    if (measure !== 'none' && found.personId !== null) {
      const { email: to, id: userId, firstName } = await holdSubject(db, found.personId);
      const told = {
        token,
        number: found.number,
        title: found.title,
        measure,
        rule,
        facts,
        reason,
        endsAt: endsAt && instantOf(endsAt.getTime()),
        cancelledSessions: off.length,
        refunded: cents(refundedCents),
        detected: found.signal !== null,
      };
      if (to !== '') await postMail(db, statement, { to, userId, firstName }, told);
    }
    return { decisionId: rows[0]?.id ?? '', cancelledSessions: off.length, refundedCents };
  },
});

/** What of a statement's secret is kept. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

interface Carried {
  found: CaseRow;
  measure: Measure;
  endsAt: Date | null;
  reason: string;
  now: Date;
}

/** A warning is the statement itself; a person who may not book or write is found by their decision (private.is_restricted). */
async function carryOut(
  db: pg.ClientBase,
  actor: Person,
  { found, measure, endsAt, reason, now }: Carried,
): Promise<void> {
  if (measure === 'hide') await hide(db, found, now);
  if ((measure === 'suspend' || measure === 'close') && found.personId !== null)
    await suspendAccount(db, actor, { personId: found.personId, until: endsAt, reason, now });
}

/** Hides what a case is about; what was hidden before, by hand or by its owner, keeps that moment. @throws AppError measure_not_possible when it is gone */
async function hide(db: pg.ClientBase, { kind, subjectId, personId }: CaseRow, at: Date): Promise<void> {
  const hidden = async () => {
    switch (kind) {
      case 'profile':
        return db.query(
          'update public.streamers set withheld_at = coalesce(withheld_at, $2) where id = $1::uuid',
          [subjectId, at],
        );
      case 'picture':
        return { rowCount: personId !== null && (await removePicture(db, personId, subjectId)) ? 1 : 0 };
      case 'film':
        return { rowCount: personId !== null && (await removeFilm(db, personId, subjectId)) ? 1 : 0 };
      case 'offer':
        return db.query(
          `update public.offers set withdrawn_at = coalesce(withdrawn_at, $2), archived_at = coalesce(archived_at, $2)
           where id = $1::uuid`,
          [subjectId, at],
        );
      case 'review':
        return db.query('update public.reviews set hidden_at = coalesce(hidden_at, $2) where id = $1::uuid', [
          subjectId,
          at,
        ]);
      case 'message':
        return db.query(
          'update public.session_messages set hidden_at = coalesce(hidden_at, $2) where id = $1::bigint',
          [subjectId, at],
        );
      case 'session':
        return { rowCount: 0 };
    }
  };
  const { rowCount } = await hidden();
  if (rowCount === 0) throw new AppError('measure_not_possible');
}

/** Shows again what was hidden at that moment, and nothing that something else hides: by hand, by its owner, or by another decision. */
export async function showAgain(
  db: pg.ClientBase,
  { id, kind, subjectId, personId }: CaseRow,
  hiddenAt: Date,
): Promise<void> {
  switch (kind) {
    case 'profile':
      await db.query(
        'update public.streamers set withheld_at = null where id = $1::uuid and withheld_at = $2',
        [subjectId, hiddenAt],
      );
      return;
    case 'picture':
      if (personId !== null) await restorePicture(db, personId, subjectId);
      return;
    case 'film':
      if (personId !== null) await restoreFilm(db, personId, id);
      return;
    case 'offer':
      await db.query(
        `update public.offers set withdrawn_at = null, archived_at = case when archived_at <> $2 then archived_at end
         where id = $1::uuid and withdrawn_at = $2`,
        [subjectId, hiddenAt],
      );
      return;
    case 'review':
      await db.query('update public.reviews set hidden_at = null where id = $1::uuid and hidden_at = $2', [
        subjectId,
        hiddenAt,
      ]);
      return;
    case 'message':
      await db.query(
        'update public.session_messages set hidden_at = null where id = $1::bigint and hidden_at = $2',
        [subjectId, hiddenAt],
      );
      return;
    case 'session':
      return;
  }
}

/** Tells each who reported that it was decided, and whether something was done; what, is between the team and the person. */
async function answerReporters(
  db: pg.ClientBase,
  { id, number, title }: CaseRow,
  acted: boolean,
): Promise<void> {
  const { rows } = await db.query(
    `select coalesce(r.reporter_email, u.email) as email, r.reporter_id, p.first_name
     from public.moderation_reports r left join auth.users u on u.id = r.reporter_id left join public.profiles p on p.id = r.reporter_id
     where r.case_id = $1 order by r.created_at, r.id`,
    [id],
  );
  for (const { email: to, reporter_id: userId, first_name: firstName } of rows) {
    if (to) await postMail(db, reportAnswered, { to, userId, firstName }, { number, title, acted });
  }
}
