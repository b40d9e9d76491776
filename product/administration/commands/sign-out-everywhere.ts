import { holdForTeam } from '#product/accounts/subject.ts';
import { audit } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { signOutEverywhere as contract } from '../contract.ts';

/** Ends every session of a person, who may sign in again: for a lost phone or a stolen password. */
export const signOutEverywhere = serve({
  contract,
  async run({ db, person, input: { personId, reason }, now }) {
    await holdForTeam(db, person, personId, 'support', 'moderation');
    const { rowCount } = await db.query('delete from auth.sessions where user_id = $1', [personId]);
    const endedSessions = rowCount ?? 0;
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract,
      subject: { table: 'profiles', id: personId },
      before: { sessions: endedSessions },
      after: { sessions: 0 },
      reason,
    });
    return { personId, endedSessions };
  },
});
