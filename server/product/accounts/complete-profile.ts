import { completeProfile as contract } from '#contracts/accounts.ts';
import { AppError } from '#contracts/errors.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';
import { keepAge } from './declare-age.ts';

/**
 * Role, names and age of somebody who came by another account. The same rules as at sign-up (private.create_profile): where admins are approved,
 * the wish is a request and the person a viewer.
 */
export const completeProfile = defineCommand({
  contract,
  access,
  async run({ db, person, input, now }) {
    const { rows } = await db.query(
      `update public.profiles p set first_name = $3, last_name = $4,
         role = case when $2 = 'admin' and not exists
           (select from private.deployments d where d.admin_signup = 'open') then 'viewer' else $2 end
       where p.id = $1 and p.role is null returning p.role`,
      [person.id, input.role, input.firstName, input.lastName],
    );
    const [given] = rows;
    if (given === undefined) throw new AppError('profile_complete');
    if (input.age !== undefined) await keepAge(db, { personId: person.id, age: input.age, now });
    const role = given.role ?? 'viewer';
    if (role !== input.role)
      await db.query('insert into public.admin_requests (person_id) values ($1) on conflict do nothing', [
        person.id,
      ]);
    return { role };
  },
});
