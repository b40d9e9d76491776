import type pg from 'pg';
import { AppError } from '#product/shared/errors.ts';
import type { ThreadState } from './rules/support.ts';

export interface ThreadRow {
  id: string;
  number: number;
  subject: string;
  personId: string | null;
  email: string | null;
  name: string | null;
  state: ThreadState;
  assigneeId: string | null;
}

/**
 * Reads a thread and locks it until the transaction's end, so that two who write in it come one
 * after the other.
 * @throws AppError thread_not_found
 */
export async function lockThread(db: pg.ClientBase, threadId: string): Promise<ThreadRow> {
  const { rows } = await db.query(
    `select id, number, subject, person_id as "personId", email, name, state, assignee_id as "assigneeId"
     from public.support_threads where id = $1 for update`,
    [threadId],
  );
  const [row] = rows;
  if (!row) throw new AppError('thread_not_found');
  return row;
}

interface Written {
  authorId: string | null;
  body: string;
  /** Of a reply by mail, what may not be theirs; null: nothing. */
  folded?: string | null;
  via: 'page' | 'mail';
  now: Date;
}

/**
 * A message of the person, from wherever it comes: the thread waits for the team, since then or
 * since before.
 * @returns its id
 */
export async function writeAsPerson(
  db: pg.ClientBase,
  { id }: Pick<ThreadRow, 'id'>,
  { authorId, body, folded = null, via, now }: Written,
): Promise<string> {
  const { rows } = await db.query(
    `insert into public.support_messages (thread_id, author_id, side, body, folded, via, sent_at)
     values ($1, $2, 'person', $3, $4, $5, $6) returning id`,
    [id, authorId, body, folded, via, now],
  );
  await db.query(
    `update public.support_threads set state = 'open', resolved_at = null, waiting_since = coalesce(waiting_since, $2),
       last_message_at = $2, read_at = $2 where id = $1`,
    [id, now],
  );
  return rows[0]?.id ?? '';
}
