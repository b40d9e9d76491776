import { addNote as contract } from '#contracts/support.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { team } from '#server/product/access.ts';
import { once } from '#server/product/idempotency.ts';
import { lockThread } from './thread-row.ts';

/** An admin notes something for the team. Nobody is told. */
export const addNote = defineCommand({
  contract,
  access: team('support'),
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
