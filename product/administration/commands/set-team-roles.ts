import { holdOther } from '#product/accounts/subject.ts';
import { requireAnAdmin } from '#product/command/access.ts';
import { audit } from '#product/command/audit.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { setTeamRoles as contract } from '../contract.ts';

/**
 * Says what another admin may do in the team. It applies at once: policies and commands read the
 * rows.
 */
export const setTeamRoles = ({ viewings }: Pick<ProductDeps, 'viewings'>) =>
  serve({
    contract,
    async run({ db, person, input: { personId, roles, reason }, now }) {
      const subject = await holdOther(db, person, personId);
      if (subject.role !== 'admin') throw new AppError('person_not_found');
      const { rows } = await db.query('delete from public.team_roles where person_id = $1 returning role', [
        personId,
      ]);
      const before = rows.map(({ role }) => role).toSorted();
      const after = roles.toSorted();
      if (before.join() === after.join()) throw new AppError('role_unchanged');
      await db.query(
        `insert into public.team_roles (person_id, role, granted_by, granted_at) select $1, role, $3, $4 from unnest($2::text[]) as role`,
        [personId, after, person.id, now],
      );
      await requireAnAdmin(db);
      // Anybody who may look no more sees nothing from now on.
      await viewings.endOf(db, personId);
      await audit(db, {
        at: now,
        actorId: person.id,
        action: contract,
        subject: { table: 'profiles', id: personId },
        before: { teamRoles: before },
        after: { teamRoles: after },
        reason,
      });
      return { personId, roles: after };
    },
  });
