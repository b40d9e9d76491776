import { revokeSession as contract } from '#contracts/accounts.ts';
import { AppError } from '#contracts/errors.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';

/** Ends one of the person's own sessions: its tokens are refused from the next request on. */
export const revokeSession = defineCommand({
  contract,
  access,
  async run({ db, person, input: { sessionId } }) {
    const { rowCount } = await db.query('delete from auth.sessions where id = $1 and user_id = $2', [
      sessionId,
      person.id,
    ]);
    // Somebody else's session is answered like one that does not exist.
    if (rowCount === 0) throw new AppError('session_not_found');
    return { sessionId };
  },
});
