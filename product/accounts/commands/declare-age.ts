import type pg from 'pg';
import { KeptRefusal } from '#platform/functions/command.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { parseLocalDate } from '#product/shared/time/local-date.ts';
import { declareAge as contract } from '../contract.ts';
import { ageToKeep } from '../rules/age.ts';

/**
 * Says one's age once. A person who gave a wrong date writes to the team, so that nobody tries ages
 * until one suits.
 */
export const declareAge = serve({
  contract,
  async run({ db, person, input: { age }, now }) {
    if (await takeDown(db, { personId: person.id, age, now }))
      return new KeptRefusal(new AppError('streamer_under_age'));
    await keepAge(db, { personId: person.id, age, now });
    return {};
  },
});

const ageAt = (age: string, now: Date) =>
  age === 'adult' ? age : ageToKeep(parseLocalDate(age), instantOf(now.getTime()));

/**
 * A streamer who says that they are under 18 is shown no longer, so that nobody books them. Their
 * answer is not kept, and bookings stay.
 * @returns whether that was so
 */
async function takeDown(
  db: pg.ClientBase,
  { personId, age, now }: { personId: string; age: string; now: Date },
): Promise<boolean> {
  const kept = ageAt(age, now);
  if (kept === 'adult' || kept === 'impossible') return false;
  // The role is locked as where an age is written, so that nobody becomes a streamer meanwhile.
  const { rows } = await db.query(
    'select p.role, exists (select from public.ages a where a.person_id = p.id) as known from public.profiles p where p.id = $1 for share of p',
    [personId],
  );
  if (rows[0]?.role !== 'streamer' || rows[0].known) return false;
  await db.query(
    'update public.streamers set published_at = null where id = $1 and published_at is not null',
    [personId],
  );
  return true;
}

/**
 * Keeps what somebody says of their age, when nothing is known yet. A date of birth of somebody of
 * age is not kept.
 * @throws AppError too_young, age_known, invalid_input; pg's profiles_role_adult for the age of a
 *   minor whose role is an adult's
 */
export async function keepAge(
  db: pg.ClientBase,
  { personId, age, now }: { personId: string; age: string; now: Date },
): Promise<void> {
  const kept = ageAt(age, now);
  if (kept === 'too_young') throw new AppError('too_young');
  if (kept === 'impossible')
    throw new AppError('invalid_input', undefined, {
      fields: { age: 'Cette date ne peut pas être la bonne' },
    });
  const birth = kept === 'adult' ? null : kept;
  await db.query(
    'insert into public.ages (person_id, birth_date, declared_at) values ($1, $2, $3) on conflict do nothing',
    [personId, birth, now],
  );
  const { rows } = await db.query(
    `select to_char(birth_date, 'YYYY-MM-DD') as birth from public.ages where person_id = $1`,
    [personId],
  );
  if (rows[0]?.birth !== birth) throw new AppError('age_known');
}
