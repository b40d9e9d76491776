import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { recordEvent } from '../account-events.ts';
import { endSignIn as contract } from '../contract.ts';
import { hashOf } from '../sign-in-alerts.ts';

/**
 * « Ce n’était pas moi »: ends exactly the session that a mail told of, and forgets its browser,
 * whose next sign-in is told again. The secret is good for nothing else, and anybody who has it
 * reads the person's mail.
 */
export const endSignIn = serve({
  contract,
  async run({ db, input: { token }, now }) {
    const { rows } = await db.query(
      `select session_id, person_id, device, ended_at from private.sign_in_alerts where token_hash = $1 for update`,
      [hashOf(token)],
    );
    const [alert] = rows;
    if (!alert) throw new AppError('sign_in_not_found');
    if (alert.ended_at !== null) return {};
    const { session_id: sessionId, person_id: personId } = alert;
    await db.query('update private.sign_in_alerts set ended_at = $2 where session_id = $1', [sessionId, now]);
    await db.query('delete from auth.sessions where id = $1 and user_id = $2', [sessionId, personId]);
    await db.query('delete from private.known_devices where person_id = $1 and device = $2', [
      personId,
      alert.device,
    ]);
    const traits = { scope: 'disowned', session_id: sessionId };
    await recordEvent(db, { personId, action: 'logout', traits, at: now });
    return {};
  },
});
