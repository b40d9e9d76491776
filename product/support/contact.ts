import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { AppError } from '#product/shared/errors.ts';
import type { Run } from '#server/jobs/runner.ts';
import { CONTACT_DAYS, GUEST_THREAD_MONTHS } from './rules/support.ts';

/** The stored digest of a secret. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Where who cannot sign in reads and writes in their thread. */
export const contactPath = (token: string): string => `/contact?key=${token}`;

/**
 * A new secret for a thread, for the next mail: earlier ones stay good, since people answer to
 * whichever mail they find.
 * @returns the secret
 */
export async function keyOfThread(
  db: pg.ClientBase,
  { id, email, name, now }: { id: string; email: string; name: string; now: Date },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.query(
    'insert into private.contact_keys (token_hash, email, name, thread_id, created_at) values ($1, $2, $3, $4, $5)',
    [hashOf(token), email, name, id, now],
  );
  return token;
}

interface ContactKey {
  email: string;
  name: string;
  subject: string | null;
  body: string | null;
  threadId: string | null;
}

/**
 * Reads the thread or letter that a secret opens, locked until the transaction's end; a letter only
 * while its address may still be proven.
 * @throws AppError thread_not_found
 */
export async function lockKey(db: pg.ClientBase, token: string, now: Date): Promise<ContactKey> {
  const { rows } = await db.query(
    `select email, name, subject, body, thread_id as "threadId" from private.contact_keys where token_hash = $1
       and (thread_id is not null or created_at >= $2::timestamptz - make_interval(days => $3)) for update`,
    [hashOf(token), now, CONTACT_DAYS],
  );
  const [row] = rows;
  if (!row) throw new AppError('thread_not_found');
  return row;
}

/** After this many days nobody brings a mail again. */
const INBOUND_DAYS = 30;

/**
 * Deletes the letters whose address was not proven in time, the threads of people without an
 * account that ended long ago, and which mails came.
 */
export async function forgetLetters({ pool, now }: Pick<Run, 'pool' | 'now'>): Promise<void> {
  await pool.query(
    'delete from private.contact_keys where thread_id is null and created_at < $1::timestamptz - make_interval(days => $2)',
    [now, CONTACT_DAYS],
  );
  await pool.query(
    'delete from public.support_threads where person_id is null and last_message_at < $1::timestamptz - make_interval(months => $2)',
    [now, GUEST_THREAD_MONTHS],
  );
  await pool.query(
    'delete from private.inbound_mails where received_at < $1::timestamptz - make_interval(days => $2)',
    [now, INBOUND_DAYS],
  );
}
