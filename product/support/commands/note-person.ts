import { once } from '#product/command/idempotency.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { notePerson as contract } from '../contract.ts';

/** Somebody of the team notes something about a person. Nobody is told. */
export const notePerson = serve({
  contract,
  run: ({ db, person, input, now }) =>
    once(db, { personId: person.id, key: input.key, contract, input }, async () => {
      const { rows } = await db.query(
        `insert into private.person_notes (person_id, author_id, body, created_at)
         select p.id, $2, $3, $4 from public.profiles p join auth.users u on u.id = p.id
         where p.id = $1 and u.deleted_at is null returning id`,
        [input.personId, person.id, input.body, now],
      );
      const [note] = rows;
      if (!note) throw new AppError('person_not_found');
      return { noteId: note.id };
    }),
});
