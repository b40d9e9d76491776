import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { MailKind } from '#product/mail/mail-kind.ts';
import { postMail } from '#product/mail/outbox.ts';
import { factorRemoval } from './mails/factor-removal.ts';
import { hashOf } from './sign-in-alerts.ts';

type Told = typeof factorRemoval extends MailKind<infer Event> ? Event : never;

/** Tells the person of a step of their request; somebody without an address is told nothing. */
export async function tellRemoval(db: pg.ClientBase, personId: string, event: Told): Promise<void> {
  const { rows } = await db.query(
    'select u.email, p.first_name from auth.users u join public.profiles p on p.id = u.id where u.id = $1',
    [personId],
  );
  const [person] = rows;
  if (!person?.email) return;
  const { email: to, first_name: firstName } = person;
  await postMail(db, factorRemoval, { to, userId: personId, firstName }, event);
}

/** A secret for the link of a mail, and what is kept of it. */
export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('hex');
  return { token, hash: hashOf(token) };
}

/**
 * Locks a person's account before their request, as the auth service does when they show a factor:
 * in this order nobody waits for the other for ever.
 * @returns whether they have a second factor that was proven; null when the account is gone
 */
export async function holdFactors(db: pg.ClientBase, personId: string): Promise<boolean | null> {
  const { rowCount } = await db.query(
    'select from auth.users where id = $1 and deleted_at is null for update',
    [personId],
  );
  if (rowCount === 0) return null;
  const { rows } = await db.query(
    `select exists (select from auth.mfa_factors where user_id = $1 and status = 'verified') as has`,
    [personId],
  );
  return rows[0]?.has === true;
}
