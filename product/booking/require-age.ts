import type pg from 'pg';
import { mayTake } from '#product/accounts/rules/age.ts';
import { AppError } from '#product/shared/errors.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { parseLocalDate } from '#product/shared/time/local-date.ts';

/**
 * @throws AppError age_needed for somebody who has not said whether they are of age; adults_only
 *   for a minor who asks for an offer for adults
 */
export async function requireAge(
  db: pg.ClientBase,
  { personId, adultsOnly, now }: { personId: string; adultsOnly: boolean; now: Date },
): Promise<void> {
  const { rows } = await db.query(
    `select to_char(birth_date, 'YYYY-MM-DD') as birth from public.ages where person_id = $1`,
    [personId],
  );
  const [age] = rows;
  if (!age) throw new AppError('age_needed');
  const kept = age.birth === null ? 'adult' : parseLocalDate(age.birth);
  if (!mayTake(kept, { adultsOnly, at: instantOf(now.getTime()) })) throw new AppError('adults_only');
}
