import type pg from 'pg';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { hashOf, lockKey } from '../contact.ts';
import { confirmContact as contract } from '../contract.ts';
import { lockThread, writeAsPerson } from '../thread-row.ts';

/**
 * The link in the mail was followed, so the address is theirs: the letter becomes a thread, once.
 */
export const confirmContact = serve({
  contract,
  async run({ db, input: { token }, now }) {
    const { email, name, subject, body, threadId } = await lockKey(db, token, now);
    if (threadId !== null) return { number: (await lockThread(db, threadId)).number };
    if (subject === null || body === null) throw new AppError('thread_not_found');
    const { rows } = await db.query(
      `insert into public.support_threads (person_id, email, name, subject, context, opened_at, last_message_at)
       values ($1, $2, $3, $4, 'contact', $5, $5) returning id, number`,
      [await accountOf(db, email), email, name, subject, now],
    );
    const [thread] = rows;
    if (!thread) throw new Error('a thread was not opened');
    await writeAsPerson(db, thread, { authorId: null, body, via: 'page', now });
    await db.query(
      'update private.contact_keys set thread_id = $2, subject = null, body = null where token_hash = $1',
      [hashOf(token), thread.id],
    );
    return { number: thread.number };
  },
});

/**
 * The account of a proven address: who reads its mail could also reset its password. Null when
 * there is none.
 */
async function accountOf(db: pg.ClientBase, email: string): Promise<string | null> {
  const { rows } = await db.query(
    `select p.id from public.profiles p join auth.users u on u.id = p.id
     where lower(u.email) = $1 and u.email_confirmed_at is not null and u.deleted_at is null`,
    [email],
  );
  return rows[0]?.id ?? null;
}
