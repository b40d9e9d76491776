import type pg from 'pg';
import { correctAge as contract } from '#contracts/administration.ts';
import { AppError } from '#contracts/errors.ts';
import { ageToKeep } from '#domain/account/age.ts';
import { instantOf } from '#domain/time/instant.ts';
import { parseLocalDate } from '#domain/time/local-date.ts';
import { ageCorrected } from '#server/mail/account/age-corrected.ts';
import { postMail } from '#server/mail/outbox.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { team } from '#server/product/access.ts';
import { audit } from '#server/product/audit.ts';
import { advanceBooking } from '#server/product/lifecycle/advance-booking.ts';
import { refundOf } from '#server/product/lifecycle/booking-row.ts';
import { endGuardianship } from '#server/product/lifecycle/end-guardianship.ts';
import { holdOther } from '#server/product/lifecycle/subject.ts';

const wordOf = (birth: string | null) => (birth === null ? 'adult' : 'minor');

/** Read by the streamer too, who is not told anybody's age. */
const NOT_OPEN = 'La session ne peut pas avoir lieu : les conditions pour la réserver n’étaient pas réunies.';

/**
 * Corrects an age that was written wrongly: nobody changes their own, so that a minor does not declare themself an adult. The log tells minor or adult,
 * not the date. Who consented for a minor who is none is told, since a minor could have asked for it. What a minor could not have taken ends, and everything goes back.
 */
export const correctAge = defineCommand({
  contract,
  access: team('support', 'moderation'),
  async run({ db, person, input: { personId, age, reason }, now }) {
    const kept = age === 'adult' ? age : ageToKeep(parseLocalDate(age), instantOf(now.getTime()));
    if (kept === 'too_young') throw new AppError('too_young');
    if (kept === 'impossible')
      throw new AppError('invalid_input', undefined, {
        fields: { age: 'Cette date ne peut pas être la bonne' },
      });
    // As a payment locks them: the guardianship before the person.
    await db.query('select from public.guardianships where person_id = $1 for update', [personId]);
    // Waits for a place that the person is taking, and lets none begin: every such command writes its key under them first.
    const subject = await holdOther(db, person, personId, 'support', 'moderation');
    const { rows } = await db.query(
      `select to_char(birth_date, 'YYYY-MM-DD') as birth from public.ages where person_id = $1`,
      [personId],
    );
    const [before] = rows;
    const birth = kept === 'adult' ? null : kept;
    if (before?.birth === birth) throw new AppError('age_unchanged');
    await db.query(
      `insert into public.ages (person_id, birth_date, declared_at) values ($1, $2, $3)
       on conflict (person_id) do update set birth_date = excluded.birth_date, declared_at = excluded.declared_at`,
      [personId, birth, now],
    );
    if (birth === null) await endGuardianship(db, { personId, event: 'age_corrected', now });
    const isMinor = birth !== null;
    const off = isMinor
      ? await endUnallowed(db, { personId, adminId: person.id, now })
      : { ended: 0, refundCents: 0 };
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract.name,
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
 * Calls off what somebody who is now known to be a minor took and may not have: places to come of offers for adults, and requests whose money was
 * reserved without a guardian's consent, which an acceptance would take. Both sides are told.
 * @returns how many ended, and the cents that go back or are released
 */
async function endUnallowed(
  db: pg.ClientBase,
  { personId, adminId, now }: { personId: string; adminId: string; now: Date },
): Promise<{ ended: number; refundCents: number }> {
  const { rows } = await db.query(
    `select b.id, b.status = 'held' as is_held from public.bookings b left join public.offers o on o.id = b.offer_id
     where b.viewer_id = $1 and b.start_at > $2 and (
       o.adults_only and b.status in ('held', 'requested', 'confirmed')
       or b.status = 'requested' and b.price_cents > 0 and not exists (
         select from public.guardianships g where g.person_id = $1 and g.state = 'confirmed'))
     order by b.id for update of b`,
    [personId, now],
  );
  let refundCents = 0;
  for (const { id: bookingId, is_held: isHeld } of rows) {
    const { after } = await advanceBooking(db, {
      bookingId,
      event: { type: 'cancel', by: 'admin' },
      actorId: adminId,
      now,
      reason: NOT_OPEN,
    });
    // Of a place that is only held nothing was paid.
    if (!isHeld) refundCents += refundOf(after) ?? 0;
  }
  return { ended: rows.length, refundCents };
}
