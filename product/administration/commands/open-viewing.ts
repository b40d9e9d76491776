import { holdOther } from '#product/accounts/subject.ts';
import { audit } from '#product/command/audit.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { serve } from '#product/command/serve.ts';
import { postMail } from '#product/mail/outbox.ts';
import { AppError } from '#product/shared/errors.ts';
import { VIEWING_MINUTES } from '#product/shared/team-roles.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { openViewing as contract } from '../contract.ts';
import { viewed } from '../mails/viewed.ts';

/**
 * Opens a person's pages to an admin, for reading and for a quarter of an hour, and tells the
 * person.
 */
export const openViewing = ({ viewings }: ProductDeps) =>
  serve({
    contract,
    async run({ db, person, input: { personId, reason }, now }) {
      if (personId === person.id) throw new AppError('cannot_act_on_self');
      // A viewing is of a session: it ends with it.
      if (person.sessionId === null) throw new AppError('unauthenticated');
      const { rows } = await db.query('select role, last_name from public.profiles where id = $1', [
        personId,
      ]);
      const [found] = rows;
      if (!found) throw new AppError('person_not_found');
      if (found.role === 'admin') throw new AppError('person_of_team');
      // Under the lock that a change of roles takes: one who loses theirs at this moment opens
      // nothing that would outlast it.
      const seen = await holdOther(db, person, personId, 'support');
      if (seen.role === 'admin') throw new AppError('person_of_team');
      const { id, token, until } = await viewings.open(db, {
        actorId: person.id,
        sessionId: person.sessionId,
        personId,
        minutes: VIEWING_MINUTES,
      });
      await db.query(
        `insert into public.notifications (person_id, kind, data, created_at) values ($1, 'account_viewed', $2, $3)`,
        [personId, JSON.stringify({ event: 'account_viewed', reason }), now],
      );
      const { email, firstName } = seen;
      const to = { to: email, userId: personId, firstName };
      if (email !== '') await postMail(db, viewed, to, { reason, at: instantOf(now.getTime()) });
      await audit(db, {
        at: now,
        actorId: person.id,
        action: contract,
        subject: { table: 'profiles', id: personId },
        before: null,
        after: { viewing: id, until: until.toISOString() },
        reason,
      });
      const name = [firstName, found.last_name].filter(Boolean).join(' ');
      return { token, until: until.toISOString(), person: { id: seen.id, email, name: name || email } };
    },
  });
