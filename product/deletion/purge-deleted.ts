import type pg from 'pg';
import { purgeDeleted as act } from '#product/accounts/contract.ts';
import { audit } from '#product/command/audit.ts';
import { postMail } from '#product/mail/outbox.ts';
import type { Run } from '#server/jobs/runner.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { usesOf } from './account-uses.ts';
import { awaitsDocuments, forgetKeptSellers, forgetSeller } from './forget-seller.ts';
import { deletionDone } from './mails/deletion-done.ts';

/**
 * The record of a booking stays without the person; what they wrote to the other side is deleted.
 */
async function forgetWords(db: pg.ClientBase, personId: string): Promise<void> {
  await db.query("update public.bookings set answers = '{}' where viewer_id = $1 and answers <> '{}'", [
    personId,
  ]);
  await db.query(
    `update public.bookings set reason = null where reason is not null
       and (viewer_id = $1 and status = 'cancelled_by_viewer'
         or streamer_id = $1 and status in ('declined', 'cancelled_by_streamer'))`,
    [personId],
  );
}

/**
 * Deletes the accounts whose grace period is over, one transaction each. Everything of the person
 * goes with their `auth.users` row, including auth's own log of their sign-ins; Loge's audit log
 * keeps an entry that an account was deleted, with an id that no longer leads to anybody. The
 * identities of streamers who were paid are kept, sealed, as long as the law requires
 * (forget-seller.ts).
 */
export async function purgeDeletedAccounts({ pool, now, signal, logger }: Run): Promise<void> {
  await forgetKeptSellers(pool, now);
  const { rows: people } = await pool.query(
    'select person_id from public.deletion_requests where deletes_at <= $1 order by deletes_at',
    [now],
  );
  const purgeOne = (personId: string) =>
    inTransaction(pool, async (db) => {
      const { rows } = await db.query(
        `select d.person_id, u.email, p.first_name, d.deletes_at
           from public.deletion_requests d join public.profiles p on p.id = d.person_id
           join auth.users u on u.id = d.person_id
           where d.person_id = $2 and d.deletes_at <= $1 for update of d, u skip locked`,
        [now, personId],
      );
      const [due] = rows;
      if (!due) return false; // they changed their mind meanwhile, or another process is deleting them
      if (await usesOf(db, due.person_id)) return false; // they booked since, and go when that is over
      if (await awaitsDocuments(db, due.person_id)) return false; // deleted later, once their last month is invoiced
      await forgetWords(db, due.person_id);
      await forgetSeller(db, due.person_id);
      // The farewell is the last mail; earlier mails to them, at former addresses too, are deleted
      // with the account.
      await db.query("delete from mail.messages where to_address = $1 or related ->> 'user_id' = $2", [
        due.email,
        due.person_id,
      ]);
      if (due.email) {
        const { email: to, person_id: userId, first_name: firstName } = due;
        await postMail(db, deletionDone, { to, userId, firstName }, {});
      }
      // Deletes the log of their actions, and of the operator's actions on their account.
      await db.query(
        `delete from auth.audit_log_entries
           where payload ->> 'actor_id' = $1 or payload -> 'traits' ->> 'user_id' = $1`,
        [due.person_id],
      );
      await db.query('delete from auth.users where id = $1', [due.person_id]);
      await audit(db, {
        at: now,
        actorId: null,
        action: act,
        subject: { table: 'profiles', id: due.person_id },
        before: { deletesAt: due.deletes_at.toISOString() },
        after: null,
        reason: 'Délai de grâce écoulé',
      });
      return true;
    });
  let purged = 0;
  const failures: unknown[] = [];
  for (const { person_id: personId } of people) {
    if (signal.aborted) break;
    try {
      if (await purgeOne(personId)) purged++;
    } catch (error) {
      // One failure must not delay the others; the task as a whole fails, and is tried again.
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} accounts could not be purged`);
  if (purged > 0) logger.info({ purged }, 'accounts deleted after their grace');
}
