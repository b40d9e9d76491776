import { say as contract } from '#contracts/conference.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';
import { once } from '#server/product/idempotency.ts';
import { lockOwnAdmission } from './own-admission.ts';

/** Writes in the chat of a session, from within its room. */
export const say = defineCommand({
  contract,
  access,
  run: ({ db, person, input, now }) =>
    once(db, { personId: person.id, key: input.key, command: contract.name, input }, async () => {
      const { side } = await lockOwnAdmission(db, person, input);
      const { rows } = await db.query<{ id: string }>(
        `insert into public.session_messages (session_id, author_id, side, body, sent_at)
         values ($1, $2, $3, $4, $5) returning id`,
        [input.roomId, person.id, side, input.body, now],
      );
      return { messageId: rows[0]?.id ?? '', sentAt: now.toISOString() };
    }),
});
