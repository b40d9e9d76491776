import { audit } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { recordEvent } from '../account-events.ts';
import { keepFactors as contract } from '../contract.ts';
import { holdFactors } from '../factor-removal.ts';
import { afterAct, REMOVAL_STATES } from '../rules/factor-removal.ts';
import { hashOf } from '../sign-in-alerts.ts';

/**
 * « Ce n’était pas moi »: calls the removal of one's second factors off, and ends the sessions that
 * know the password alone, one of which asked for it.
 */
export const keepFactors = serve({
  contract,
  async run({ db, input: { token }, now }) {
    const hash = hashOf(token);
    const { rows: found } = await db.query(
      'select person_id from public.factor_removals where $1 in (token_hash, granted_token_hash)',
      [hash],
    );
    const personId = found[0]?.person_id;
    if (personId === undefined) throw new AppError('factor_removal_not_found');
    await holdFactors(db, personId);
    const { rows } = await db.query(
      'select id, state from public.factor_removals where $1 in (token_hash, granted_token_hash) for update',
      [hash],
    );
    const [removal] = rows;
    const state = REMOVAL_STATES.find((known) => known === removal?.state);
    if (!removal || !state) throw new AppError('factor_removal_not_found');
    if (state === 'cancelled') return {};
    if (afterAct(state, 'cancel') === null) throw new AppError('factor_removal_decided');
    await db.query(`update public.factor_removals set state = 'cancelled', ended_at = $2 where id = $1`, [
      removal.id,
      now,
    ]);
    await db.query(`delete from auth.sessions where user_id = $1 and aal < 'aal2'`, [personId]);
    await recordEvent(db, { personId, action: 'logout', traits: { scope: 'disowned' }, at: now });
    await audit(db, {
      at: now,
      actorId: personId,
      action: contract,
      subject: { table: 'profiles', id: personId },
      before: { state },
      after: { state: 'cancelled' },
      reason: 'Arrêtée par le lien de l’e-mail',
    });
    return {};
  },
});
