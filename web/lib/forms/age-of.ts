import { type Age, ageToKeep, readDate } from '#product/accounts/rules/age.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { serverNow } from '#web/lib/server-clock.ts';

export const today = () => instantOf(serverNow());

/**
 * @returns what is sent of a date of birth that `birthDate` let pass: of an adult nothing but that
 */
export function ageOf(written: string): Age {
  const birth = readDate(written);
  const age = birth && ageToKeep(birth, today());
  if (age === null || age === 'too_young' || age === 'impossible') throw new RangeError('not an age');
  return age;
}
