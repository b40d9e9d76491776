import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { recordEvent } from '../account-events.ts';
import { revokeLogin as contract } from '../contract.ts';

/** Ends one of the person's own logins: its tokens are refused from the next request on. */
export const revokeLogin = serve({
  contract,
  async run({ db, person, input: { loginId }, now }) {
    const { rowCount } = await db.query('delete from auth.sessions where id = $1 and user_id = $2', [
      loginId,
      person.id,
    ]);
    // Somebody else's login is answered like one that does not exist.
    if (rowCount === 0) throw new AppError('login_not_found');
    await recordEvent(db, {
      personId: person.id,
      action: 'logout',
      traits: { scope: 'device', session_id: loginId },
      at: now,
    });
    return { loginId };
  },
});
