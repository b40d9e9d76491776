import { cancelDeletion as contract } from '#product/accounts/contract.ts';
import { audit } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';

/** Takes the deletion of one's own account back. */
export const cancelDeletion = serve({
  contract,
  async run({ db, person, now }) {
    const { rows } = await db.query(
      'delete from public.deletion_requests where person_id = $1 returning deletes_at',
      [person.id],
    );
    const [request] = rows;
    if (!request) throw new AppError('deletion_not_requested');
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract,
      subject: { table: 'profiles', id: person.id },
      before: { deletesAt: request.deletes_at.toISOString() },
      after: { deletesAt: null },
      reason: 'Demande de la personne',
    });
    return {};
  },
});
