import { requestDeletion as contract } from '#contracts/accounts.ts';
import { AppError } from '#contracts/errors.ts';
import { deletionDate } from '#domain/account/deletion.ts';
import { roleOrGuess } from '#domain/account/guess-role.ts';
import { settingsPageOf } from '#domain/account/roles.ts';
import { instantOf } from '#domain/time/instant.ts';
import { deletionRequested } from '#server/mail/account/deletion-requested.ts';
import { postMail } from '#server/mail/outbox.ts';
import { defineCommand, KeptRefusal } from '#server/platform/functions/command.ts';
import { person as access, lockAdminRoster, requireAnAdmin } from '#server/product/access.ts';
import { audit } from '#server/product/audit.ts';
import type { ProductDeps } from '#server/product/deps.ts';
import { requireUnused } from './account-uses.ts';
import { checkPassword } from './check-password.ts';

/**
 * Starts the grace period. The password proves that it is the person and not somebody at their open page; every
 * other session ends, so nobody else who is signed in can undo or watch it.
 */
export const requestDeletion = ({ verifyPassword }: Pick<ProductDeps, 'verifyPassword'>) =>
  defineCommand({
    contract,
    access,
    async run({ db, person, input, now }) {
      const wrong = await checkPassword(db, verifyPassword, { personId: person.id, ...input, now });
      if (wrong) return new KeptRefusal(wrong);
      await requireUnused(db, person.id);
      await lockAdminRoster(db);
      // Asked again under the lock: they may have been made an admin while their password was checked.
      const { rowCount: asAdmin } = await db.query(
        "select from public.profiles where id = $1 and role = 'admin'",
        [person.id],
      );
      const deletesAt = deletionDate(now);
      const { rowCount } = await db.query(
        `insert into public.deletion_requests (person_id, created_at, deletes_at) values ($1, $2, $3)
         on conflict do nothing`,
        [person.id, now, deletesAt],
      );
      if (rowCount === 0) throw new AppError('deletion_already_requested');
      if (asAdmin === 1) await requireAnAdmin(db);
      await db.query('delete from auth.sessions where user_id = $1 and id is distinct from $2', [
        person.id,
        person.sessionId,
      ]);
      await audit(db, {
        at: now,
        actorId: person.id,
        action: contract.name,
        subject: { table: 'profiles', id: person.id },
        before: { deletesAt: null },
        after: { deletesAt: deletesAt.toISOString() },
        reason: 'Demande de la personne',
      });
      const { id: userId, email: to, firstName } = person;
      await postMail(
        db,
        deletionRequested,
        { to, userId, firstName },
        {
          deletedAt: instantOf(deletesAt.getTime()),
          settingsPage: settingsPageOf(roleOrGuess(person.role, person.email)),
        },
      );
      return { deletesAt: deletesAt.toISOString() };
    },
  });
