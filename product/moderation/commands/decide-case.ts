import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Measure } from '#product/accounts/rules/sanctions.ts';
import { holdSubject } from '#product/accounts/subject.ts';
import { advanceBooking } from '#product/booking/advance-booking.ts';
import { suspendAccount, UNAVAILABLE } from '#product/booking/suspension.ts';
import type { Person } from '#product/command/access.ts';
import { audit } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { postMail } from '#product/mail/outbox.ts';
import { postToStranger } from '#product/mail/strangers.ts';
import { AppError } from '#product/shared/errors.ts';
import { cents } from '#product/shared/money/cents.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { type CaseRow, lockCase, requireTaken } from '../case-row.ts';
import { decideCase as contract } from '../contract.ts';
import { hashOf } from '../decision-row.ts';
import { hide } from '../hidden-content.ts';
import { reportAnswered } from '../mails/report-answered.ts';
import { statement } from '../mails/statement.ts';
import { calledOff, endOf, sumOf } from '../measure-cost.ts';
import { takeAway } from '../removed-content.ts';
import { APPEAL_MONTHS, isAboutContent } from '../rules/moderation.ts';

/**
 * Decides about a case and carries it out in one transaction; payments follow by their orders,
 * after it.
 */
export const decideCase = serve({
  contract,
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
    const [made] = rows;
    if (!made) throw new Error('a decision was not written');
    const { id: decisionId } = made;
    await carryOut(db, person, { found, decisionId, measure, endsAt, reason, now });
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
    await db.query(
      `update public.moderation_cases set state = 'decided', taken_by = null, taken_until = null where id = $1`,
      [caseId],
    );
    if (measure === 'none' && unfounded)
      await db.query('update public.moderation_reports set unfounded = true where case_id = $1', [caseId]);
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract,
      subject: { table: 'moderation_cases', id: caseId },
      before: { state: 'open' },
      after: { state: 'decided', measure, rule, cancelledSessions: off.length, refundCents: refundedCents },
      reason,
    });
    await answerReporters(db, found, measure);
    if (measure !== 'none' && found.personId !== null) {
      const { email: to, id: userId, firstName } = await holdSubject(db, found.personId);
      const told = {
        token,
        number: found.number,
        title: found.title,
        kind: found.kind,
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
    return { decisionId, cancelledSessions: off.length, refundedCents };
  },
});

interface Carried {
  found: CaseRow;
  decisionId: string;
  measure: Measure;
  endsAt: Date | null;
  reason: string;
  now: Date;
}

/**
 * A warning is the statement itself; a person who may not book or write is found by their decision
 * (private.is_restricted).
 */
async function carryOut(
  db: pg.ClientBase,
  actor: Person,
  { found, decisionId, measure, endsAt, reason, now }: Carried,
): Promise<void> {
  if (measure === 'hide') await hide(db, found, now);
  if (measure === 'remove') await takeAway(db, found, { decisionId, at: now });
  if ((measure === 'suspend' || measure === 'close') && found.personId !== null)
    await suspendAccount(db, actor, { personId: found.personId, until: endsAt, reason, now });
}

/**
 * Tells each who reported that it was decided, and whether something was done. What became of the
 * thing they see themselves; the rest is between the team and the person.
 */
async function answerReporters(
  db: pg.ClientBase,
  { id, number, title }: CaseRow,
  measure: Measure,
): Promise<void> {
  const { rows } = await db.query(
    `select coalesce(r.reporter_email, u.email) as email, r.reporter_id, p.first_name
     from public.moderation_reports r left join auth.users u on u.id = r.reporter_id left join public.profiles p on p.id = r.reporter_id
     where r.case_id = $1 order by r.created_at, r.id`,
    [id],
  );
  const told = {
    number,
    acted: measure !== 'none',
    content: isAboutContent(measure) ? measure : undefined,
  };
  for (const { email: to, reporter_id: userId, first_name: firstName } of rows) {
    if (!to) continue;
    if (userId !== null)
      await postMail(db, reportAnswered, { to, userId, firstName }, { ...told, title, refusal: null });
    // To an address that nobody proved: nothing that somebody else wrote.
    else await postToStranger(db, reportAnswered, to, (refusal) => ({ ...told, title: null, refusal }));
  }
}
