import { requireDuty } from '#product/command/access.ts';
import { once } from '#product/command/idempotency.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { notePerson as contract } from '../contract.ts';

/**
 * Somebody of the team notes something about a person, of a colleague who may act upon one; nobody
 * about themself. Nobody is told.
 */
export const notePerson = serve({
  contract,
  run: ({ db, person, input, now }) =>
    once(db, { personId: person.id, key: input.key, contract, input }, async () => {
      if (input.personId === person.id) throw new AppError('forbidden');
      // Locked: a note that comes beside the deletion of the account would stay.
      const { rows: people } = await db.query(
        `select p.role from public.profiles p join auth.users u on u.id = p.id
         where p.id = $1 and u.deleted_at is null for share of u`,
        [input.personId],
      );
      const [found] = people;
      if (!found) throw new AppError('person_not_found');
      if (found.role === 'admin') await requireDuty(db, person.id);
      const { rows } = await db.query(
        'insert into private.person_notes (person_id, author_id, body, created_at) values ($1, $2, $3, $4) returning id',
        [input.personId, person.id, input.body, now],
      );
      const [note] = rows;
      if (!note) throw new Error('a note that was inserted has no row');
      return { noteId: note.id };
    }),
});
