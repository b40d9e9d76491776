import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { fullName, NAME_FAULTS, NAME_OF_TEAM, nameFault, soundsLikeTheTeam } from '#product/shared/names.ts';
import { completeProfile as contract } from '../contract.ts';

/**
 * Role and names of somebody who came by another account. The same rules as at sign-up
 * (private.role_at_sign_up): where admins are approved, the wish is a request and the person a
 * viewer.
 */
export const completeProfile = serve({
  contract,
  async run({ db, person, input }) {
    const fields: Record<string, string> = {};
    for (const name of ['firstName', 'lastName'] as const) {
      const fault = nameFault(input[name]);
      if (fault !== null) fields[name] = NAME_FAULTS[fault];
    }
    const { rows: roles } = await db.query('select private.role_at_sign_up($1) as role', [input.role]);
    const role = roles[0]?.role ?? null;
    if (role !== 'admin' && soundsLikeTheTeam(fullName(input))) fields.lastName = NAME_OF_TEAM;
    if (Object.keys(fields).length > 0) throw new AppError('invalid_input', undefined, { fields });
    const { rows } = await db.query(
      `update public.profiles p set first_name = $3, last_name = $4, role = $2
       where p.id = $1 and p.role is null returning p.role`,
      [person.id, role, input.firstName, input.lastName],
    );
    const [given] = rows;
    if (given === undefined) throw new AppError('profile_complete');
    await db.query('select private.keep_wish_for_admin($1, $2)', [person.id, input.role]);
    return { role: given.role ?? 'viewer' };
  },
});
