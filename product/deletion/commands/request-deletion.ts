import type pg from 'pg';
import { KeptRefusal } from '#platform/functions/command.ts';
import { requestDeletion as contract } from '#product/accounts/contract.ts';
import { lockAdminRoster, requireAnAdmin } from '#product/command/access.ts';
import { audit } from '#product/command/audit.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { serve } from '#product/command/serve.ts';
import { postMail } from '#product/mail/outbox.ts';
import { AppError } from '#product/shared/errors.ts';
import { roleOrGuess, settingsPageOf } from '#product/shared/roles.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { requireUnused } from '../account-uses.ts';
import { deletionRequested } from '../mails/deletion-requested.ts';
import { deletionDate } from '../rules/deletion.ts';

/**
 * Starts the grace period. The password proves that it is the person and not somebody at their
 * unlocked computer; every other session ends, so nobody else who is signed in can undo or watch
 * it.
 */
export const requestDeletion = ({ verifyPassword }: Pick<ProductDeps, 'verifyPassword'>) =>
  serve({
    contract,
    async run({ db, person, input, now }) {
      const wrong = await checkPassword(db, verifyPassword, { personId: person.id, ...input, now });
      if (wrong) return new KeptRefusal(wrong);
      await requireUnused(db, person.id);
      await lockAdminRoster(db);
      // Checked again under the lock: they may have been made an admin while their password was
      // checked.
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
        action: contract,
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

/** As at sign-in: five failures in a quarter of an hour. */
const ATTEMPTS = 5;
const WINDOW_SECONDS = 15 * 60;
/** The first half of the lock under which one person's attempts take turns. */
const LOCK_CLASS = 750_652;

interface Attempt {
  personId: string;
  password: string;
  now: Date;
}

/**
 * Checks the person's current password again before something that is hard to undo. A failure is
 * counted in the caller's transaction, so the caller must commit even when it gets one.
 * @returns null when it is right, else the refusal: wrong_password, password_missing or
 *   too_many_attempts
 */
async function checkPassword(
  db: pg.ClientBase,
  verify: ProductDeps['verifyPassword'],
  { personId, password, now }: Attempt,
): Promise<AppError | null> {
  const spend = async (cost: 0 | 1) => {
    const { rows } = await db.query('select private.spend_rate_limit($1, $2, $3, $4, $5) as wait', [
      `password-check:${personId}`,
      ATTEMPTS,
      WINDOW_SECONDS,
      now,
      cost,
    ]);
    return rows[0]?.wait ?? 0;
  };
  // Guesses sent all at once would each be checked before the first one is counted.
  await db.query('select pg_advisory_xact_lock($1, hashtext($2))', [LOCK_CLASS, personId]);
  const wait = await spend(0);
  if (wait > 0) return new AppError('too_many_attempts', undefined, { retryAfter: wait });
  const { rows } = await db.query('select encrypted_password from auth.users where id = $1', [personId]);
  const hash = rows[0]?.encrypted_password;
  if (!hash) return new AppError('password_missing');
  if (await verify(hash, password)) return null;
  await spend(1);
  return new AppError('wrong_password');
}
