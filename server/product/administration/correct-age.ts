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
import { endGuardianship } from '#server/product/lifecycle/end-guardianship.ts';
import { holdOther } from '#server/product/lifecycle/subject.ts';

const wordOf = (birth: string | null) => (birth === null ? 'adult' : 'minor');

/**
 * Corrects an age that was written wrongly: nobody changes their own, so that a minor does not declare themself an adult. The log tells minor or adult,
 * not the date. Who consented for a minor who is none is told, since a minor could have asked for it.
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
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract.name,
      subject: { table: 'profiles', id: personId },
      before: { age: before ? wordOf(before.birth) : 'unknown' },
      after: { age: wordOf(birth) },
      reason,
    });
    if (subject.email !== '') {
      const { email: to, firstName } = subject;
      await postMail(db, ageCorrected, { to, userId: personId, firstName }, { isMinor, reason });
    }
    return { personId, isMinor };
  },
});
