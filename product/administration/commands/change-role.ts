import { holdOther } from '#product/accounts/subject.ts';
import { requireAnAdmin } from '#product/command/access.ts';
import { audit } from '#product/command/audit.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { changeRole as contract } from '../contract.ts';

/**
 * Changes a person's role. It applies at once: policies read the role from the database, tokens do
 * not carry it.
 */
export const changeRole = ({ viewings }: Pick<ProductDeps, 'viewings'>) =>
  serve({
    contract,
    async run({ db, person, input: { personId, role, reason }, now }) {
      const subject = await holdOther(db, person, personId);
      if (subject.role === role) throw new AppError('role_unchanged');
      await db.query('update public.profiles set role = $2 where id = $1', [personId, role]);
      // Anybody who may look no more sees nothing from now on.
      await viewings.endOf(db, personId);
      if (subject.role === 'admin') await requireAnAdmin(db);
      if (role === 'admin') {
        // The person now has the role that they had asked for, so the request is closed.
        await db.query(
          `update public.admin_requests set state = 'approved', decided_by = $2, decided_at = $3, reason = $4
         where person_id = $1 and state = 'pending'`,
          [personId, person.id, now, reason],
        );
      }
      await audit(db, {
        at: now,
        actorId: person.id,
        action: contract,
        subject: { table: 'profiles', id: personId },
        before: { role: subject.role },
        after: { role },
        reason,
      });
      return { personId, role };
    },
  });
