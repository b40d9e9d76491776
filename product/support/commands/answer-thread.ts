import type pg from 'pg';
import { attachFiles } from '#product/attachments/attach-files.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { once } from '#product/command/idempotency.ts';
import { serve } from '#product/command/serve.ts';
import { postMail } from '#product/mail/outbox.ts';
import { AppError } from '#product/shared/errors.ts';
import { contactPath, keyOfThread } from '../contact.ts';
import { answerThread as contract } from '../contract.ts';
import { threadAnswered } from '../mails/thread-answered.ts';
import { requestPath } from '../rules/support.ts';
import { lockThread, type ThreadRow } from '../thread-row.ts';

/** An admin answers; the thread becomes theirs when it was nobody's. */
export const answerThread = ({ scansFiles }: Pick<ProductDeps, 'scansFiles'>) =>
  serve({
    contract,
    run: ({ db, person, input, now }) =>
      once(db, { personId: person.id, key: input.key, contract, input }, async () => {
        const { threadId, body, seen, state, files } = input;
        const thread = await lockThread(db, threadId);
        if (thread.personId === person.id) throw new AppError('cannot_act_on_self');
        const { rows: newest } = await db.query(
          'select max(id) as id from public.support_messages where thread_id = $1',
          [threadId],
        );
        if (newest[0]?.id !== seen) throw new AppError('thread_changed');
        const { rows } = await db.query(
          `insert into public.support_messages (thread_id, author_id, side, body, sent_at) values ($1, $2, 'team', $3, $4) returning id`,
          [threadId, person.id, body, now],
        );
        await db.query(
          `update public.support_threads set state = $2, resolved_at = case when $2 = 'resolved' then $3::timestamptz end, waiting_since = null,
           last_message_at = $3, first_answered_at = coalesce(first_answered_at, $3), assignee_id = coalesce(assignee_id, $4)
         where id = $1`,
          [threadId, state, now, person.id],
        );
        const messageId = rows[0]?.id ?? '';
        await attachFiles(db, {
          ownerId: person.id,
          files,
          place: { kind: 'support_message', id: messageId },
          scansFiles,
          now,
        });
        await tellPerson(db, thread, { body, now });
        return { messageId, sentAt: now.toISOString() };
      }),
  });

/**
 * On the page, where a newer answer replaces one that was not read, and by mail each time: an
 * answer is what they asked for. A person who wrote from the contact page may be unable to sign in,
 * so their mail leads back there.
 */
async function tellPerson(
  db: pg.ClientBase,
  { id: threadId, number, subject, personId, email, name }: ThreadRow,
  { body, now }: { body: string; now: Date },
): Promise<void> {
  const told = { threadId, number, subject, body };
  if (email !== null && name !== null) {
    const path = contactPath(await keyOfThread(db, { id: threadId, email, name, now }));
    const to = { to: email, userId: personId, firstName: name };
    await postMail(db, threadAnswered, to, { ...told, path });
  }
  if (personId === null) return;
  await db.query(
    `delete from public.notifications where person_id = $1 and kind = 'support_answer' and read_at is null and data ->> 'threadId' = $2`,
    [personId, threadId],
  );
  const { rows } = await db.query(
    'select p.first_name, p.role, u.email from public.profiles p join auth.users u on u.id = p.id where p.id = $1',
    [personId],
  );
  const [account] = rows;
  const side = account?.role === 'streamer' ? 'streamer' : 'viewer';
  const data = { side, event: 'support_answer', threadId, number, subject };
  await db.query(
    `insert into public.notifications (person_id, kind, data, created_at) values ($1, 'support_answer', $2, $3)`,
    [personId, JSON.stringify(data), now],
  );
  const to = account?.email ?? '';
  if (to !== '' && email === null)
    await postMail(
      db,
      threadAnswered,
      { to, userId: personId, firstName: account?.first_name ?? null },
      { ...told, path: requestPath(side, threadId) },
    );
}
