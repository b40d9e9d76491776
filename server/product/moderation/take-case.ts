import { AppError } from '#contracts/errors.ts';
import { takeCase as contract } from '#contracts/moderation.ts';
import { LEASE_MINUTES } from '#domain/moderation/rules.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { team } from '#server/product/access.ts';

/** Keeps a case for an admin for half an hour, again with each time. One statement: of several who ask at once one gets it. */
export const takeCase = defineCommand({
  contract,
  access: team('moderation'),
  async run({ db, person, input: { caseId }, now }) {
    const { rows } = await db.query(
      `update public.moderation_cases set taken_by = $2, taken_until = $3::timestamptz + make_interval(mins => $4)
       where id = $1 and (taken_by is null or taken_by = $2 or taken_until <= $3) returning taken_until`,
      [caseId, person.id, now, LEASE_MINUTES],
    );
    const until = rows[0]?.taken_until;
    if (until) return { takenUntil: until.toISOString() };
    const { rowCount } = await db.query('select from public.moderation_cases where id = $1', [caseId]);
    throw new AppError(rowCount === 0 ? 'case_not_found' : 'case_taken');
  },
});
