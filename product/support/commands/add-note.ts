import { once } from '#product/command/idempotency.ts';
import { serve } from '#product/command/serve.ts';
import { addNote as contract } from '../contract.ts';
import { lockThread } from '../thread-row.ts';

/** An admin notes something for the team. Nobody is told. */
export const addNote = serve({
  contract,
  run: ({ db, person, input, now }) =>
    once(db, { personId: person.id, key: input.key, contract, input }, async () => {
      await lockThread(db, input.threadId);
      const { rows } = await db.query(
        'insert into public.support_notes (thread_id, author_id, body, created_at) values ($1, $2, $3, $4) returning id',
        [input.threadId, person.id, input.body, now],
      );
      return { noteId: rows[0]?.id ?? '' };
    }),
});
