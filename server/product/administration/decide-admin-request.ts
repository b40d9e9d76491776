import { decideAdminRequest as contract } from '#contracts/administration.ts';
import { AppError } from '#contracts/errors.ts';
import { adminRequestDecided } from '#server/mail/account/admin-request-decided.ts';
import { postMail } from '#server/mail/outbox.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { admin as access, lockAdminRoster } from '#server/product/access.ts';
import { audit } from '#server/product/audit.ts';
import { holdForTeam } from '#server/product/lifecycle/subject.ts';

/** Grants or refuses a pending request to be an admin. Of two admins who decide at once, the second is refused. */
export const decideAdminRequest = defineCommand({
  contract,
  access,
  async run({ db, person, input: { requestId, decision, reason }, now }) {
    // Before the request, as a change of role does, which closes one: neither waits for the other for ever.
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
    // Without this check a stranger could sign up with somebody else's address and be made an admin in their name.
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
      action: contract.name,
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
