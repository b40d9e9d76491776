import { holdForTeam } from '#product/accounts/subject.ts';
import { lockAdminRoster } from '#product/command/access.ts';
import { audit } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { postMail } from '#product/mail/outbox.ts';
import { AppError } from '#product/shared/errors.ts';
import { decideAdminRequest as contract } from '../contract.ts';
import { adminRequestDecided } from '../mails/admin-request-decided.ts';

/**
 * Grants or refuses a pending request to be an admin. Of two admins who decide at once, the second
 * is refused.
 */
export const decideAdminRequest = serve({
  contract,
  async run({ db, person, input: { requestId, decision, reason }, now }) {
    // Before the request, as a change of role does, which closes one: neither waits for the other
    // for ever.
    await lockAdminRoster(db);
    const { rows } = await db.query(
      'select person_id, state from public.admin_requests where id = $1 for update',
      [requestId],
    );
    const [request] = rows;
    if (!request) throw new AppError('admin_request_not_found');
    if (request.state !== 'pending') throw new AppError('admin_request_decided');
    const subject = await holdForTeam(db, person, request.person_id);
    const granted = decision === 'approve';
    // Without this check a stranger could sign up with somebody else's address and be made an admin
    // in their name.
    if (granted && !subject.isConfirmed) throw new AppError('admin_request_unconfirmed');
    const state = granted ? ('approved' as const) : ('refused' as const);
    await db.query(
      'update public.admin_requests set state = $2, decided_by = $3, decided_at = $4, reason = $5 where id = $1',
      [requestId, state, person.id, now, reason],
    );
    if (granted) await db.query("update public.profiles set role = 'admin' where id = $1", [subject.id]);
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract,
      subject: { table: 'profiles', id: subject.id },
      before: { role: subject.role, adminRequest: 'pending' },
      after: { role: granted ? 'admin' : subject.role, adminRequest: state },
      reason,
    });
    if (subject.email !== '') {
      const { id: userId, email: to, firstName } = subject;
      await postMail(db, adminRequestDecided, { to, userId, firstName }, { granted, reason });
    }
    return { requestId, personId: subject.id, state };
  },
});
