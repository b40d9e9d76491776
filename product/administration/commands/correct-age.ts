import type pg from 'pg';
import { ageToKeep } from '#product/accounts/rules/age.ts';
import { holdOther } from '#product/accounts/subject.ts';
import { advanceBooking } from '#product/booking/advance-booking.ts';
import { audit } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { endGuardianship } from '#product/guardians/end-guardianship.ts';
import { postMail } from '#product/mail/outbox.ts';
import { AppError } from '#product/shared/errors.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { parseLocalDate } from '#product/shared/time/local-date.ts';
import { correctAge as contract } from '../contract.ts';
import { ageCorrected } from '../mails/age-corrected.ts';
import { CALLED_OFF, lockUnallowed, refundsOf } from '../unallowed-places.ts';

const wordOf = (birth: string | null) => (birth === null ? 'adult' : 'minor');

/** Read by the streamer too, who is not told anybody's age. */
const NOT_OPEN = 'La session ne peut pas avoir lieu : les conditions pour la réserver n’étaient pas réunies.';

/**
 * Corrects an age that was written wrongly: nobody changes their own, so that a minor does not
 * declare themself an adult. The log tells minor or adult, not the date. A guardian who consented
 * for a minor who is none is notified, since a minor could have asked for it. What a minor could
 * not have taken ends, and everything goes back.
 */
export const correctAge = serve({
  contract,
  async run({ db, person, input: { personId, age, reason, expectedRefundCents }, now }) {
    const birth = birthToKeep(age, now);
    // As a payment locks them: the guardianship before the person.
    await db.query('select from public.guardianships where person_id = $1 for update', [personId]);
    // Waits for a place that the person is taking, and lets none begin: every such command writes
    // its key under them first.
    const subject = await holdOther(db, person, personId, 'support', 'moderation');
    const before = await requireOther(db, personId, birth);
    await db.query(
      `insert into public.ages (person_id, birth_date, declared_at) values ($1, $2, $3)
       on conflict (person_id) do update set birth_date = excluded.birth_date, declared_at = excluded.declared_at`,
      [personId, birth, now],
    );
    if (birth === null) await endGuardianship(db, { personId, event: 'age_corrected', now });
    const isMinor = birth !== null;
    const places = isMinor ? await lockUnallowed(db, { personId, now }) : [];
    const off = { ended: places.length, refundCents: refundsOf(places) };
    if (off.refundCents !== expectedRefundCents)
      throw new AppError('quote_changed', undefined, { details: { refundCents: off.refundCents } });
    for (const { id: bookingId, locked } of places)
      await advanceBooking(db, {
        bookingId,
        locked,
        event: CALLED_OFF,
        actorId: person.id,
        now,
        reason: NOT_OPEN,
      });
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract,
      subject: { table: 'profiles', id: personId },
      before: { age: before ? wordOf(before.birth) : 'unknown' },
      after: { age: wordOf(birth), ...(off.ended > 0 && off) },
      reason,
    });
    if (subject.email !== '') {
      const { email: to, firstName } = subject;
      const told = { isMinor, reason, ended: off.ended };
      await postMail(db, ageCorrected, { to, userId: personId, firstName }, told);
    }
    return { personId, isMinor, ...off };
  },
});

/**
 * The date that is kept of an age; null: an adult's.
 * @throws AppError too_young or invalid_input
 */
export function birthToKeep(age: string, now: Date): string | null {
  const kept = age === 'adult' ? age : ageToKeep(parseLocalDate(age), instantOf(now.getTime()));
  if (kept === 'too_young') throw new AppError('too_young');
  if (kept === 'impossible')
    throw new AppError('invalid_input', undefined, {
      fields: { age: 'Cette date ne peut pas être la bonne' },
    });
  return kept === 'adult' ? null : kept;
}

/** Returns the date of birth kept before. @throws AppError age_unchanged */
export async function requireOther(db: pg.ClientBase, personId: string, birth: string | null) {
  const { rows } = await db.query(
    `select to_char(birth_date, 'YYYY-MM-DD') as birth from public.ages where person_id = $1`,
    [personId],
  );
  const [before] = rows;
  if (before?.birth === birth) throw new AppError('age_unchanged');
  return before;
}
