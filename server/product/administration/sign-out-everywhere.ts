import { signOutEverywhere as contract } from '#contracts/administration.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { team } from '#server/product/access.ts';
import { audit } from '#server/product/audit.ts';
import { holdForTeam } from '#server/product/lifecycle/subject.ts';

/** Ends every session of a person, who may sign in again: for a lost phone or a stolen password. */
export const signOutEverywhere = defineCommand({
  contract,
  access: team('support', 'moderation'),
  async run({ db, person, input: { personId, reason }, now }) {
    await holdForTeam(db, person, personId, 'support', 'moderation');
    const { rowCount } = await db.query('delete from auth.sessions where user_id = $1', [personId]);
    const endedSessions = rowCount ?? 0;
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract.name,
      subject: { table: 'profiles', id: personId },
      before: { sessions: endedSessions },
      after: { sessions: 0 },
      reason,
    });
    return { personId, endedSessions };
  },
});
