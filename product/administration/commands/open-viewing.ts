import { defineCommand } from '#platform/functions/command.ts';
import { holdOther } from '#product/accounts/subject.ts';
import { team } from '#product/command/access.ts';
import { audit } from '#product/command/audit.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { postMail } from '#product/mail/outbox.ts';
import { AppError } from '#product/shared/errors.ts';
import { VIEWING_MINUTES } from '#product/shared/team-roles.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { openViewing as contract } from '../contract.ts';
import { viewed } from '../mails/viewed.ts';

/**
 * The commands that only read and that may be sent while somebody looks at a person's pages: what everybody may see, and what the person's pages begin
 * with. Money, documents, calendars and messages are read by none of them. A command that is not here is refused by the functions host.
 */
export const SHOWN_COMMANDS: ReadonlySet<string> = new Set([
  'availability/list-slots',
  'availability/preview-day',
  'content/read-text',
  'discovery/browse-streamers',
  'discovery/get-home',
  'discovery/list-met-streamers',
  'discovery/list-next-starts',
]);

/** Opens a person's pages to an admin, for reading and for a quarter of an hour, and tells the person. */
export const openViewing = ({ viewings }: ProductDeps) =>
  defineCommand({
    contract,
    access: team('support'),
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
      // Under the lock that a change of roles takes: one who loses theirs at this moment opens nothing that would outlast it.
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
        action: contract.name,
        subject: { table: 'profiles', id: personId },
        before: null,
        after: { viewing: id, until: until.toISOString() },
        reason,
      });
      const name = [firstName, found.last_name].filter(Boolean).join(' ');
      return { token, until: until.toISOString(), person: { id: seen.id, email, name: name || email } };
    },
  });
