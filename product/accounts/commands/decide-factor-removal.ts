import { audit } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { decideFactorRemoval as contract } from '../contract.ts';
import { newToken, tellRemoval } from '../factor-removal.ts';
import { afterAct, effectOf, REMOVAL_STATES } from '../rules/factor-removal.ts';
import { holdOther } from '../subject.ts';

/**
 * Grants or refuses the removal of somebody's lost factors, with how the team knows that it is
 * them. Of two who decide at once the second is refused. Nothing is removed yet: a day later at the
 * earliest (remove-factors.ts).
 */
export const decideFactorRemoval = serve({
  contract,
  async run({ db, person, input: { removalId, decision, reason }, now }) {
    const { rows: found } = await db.query('select person_id from public.factor_removals where id = $1', [
      removalId,
    ]);
    const personId = found[0]?.person_id;
    if (personId === undefined) throw new AppError('factor_removal_not_found');
    // Their account is locked before their request, as everywhere.
    await holdOther(db, person, personId, 'support');
    const { rows } = await db.query('select state from public.factor_removals where id = $1 for update', [
      removalId,
    ]);
    const before = REMOVAL_STATES.find((known) => known === rows[0]?.state);
    const state = before && afterAct(before, decision);
    if (!before || !state) throw new AppError('factor_removal_decided');
    const granted = state === 'granted';
    const effect = granted ? effectOf(now) : null;
    const { token, hash } = newToken();
    await db.query(
      `update public.factor_removals set state = $2, decided_by = $3, decided_at = $4, reason = $5, takes_effect_at = $6,
         ended_at = $7, granted_token_hash = $8 where id = $1`,
      [removalId, state, person.id, now, reason, effect, granted ? null : now, granted ? hash : null],
    );
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract,
      subject: { table: 'profiles', id: personId },
      before: { state: before },
      after: { state, takesEffectAt: effect?.toISOString() ?? null },
      reason,
    });
    await tellRemoval(
      db,
      personId,
      effect
        ? { step: 'granted', token, effectAt: instantOf(effect.getTime()) }
        : { step: 'refused', reason },
    );
    return {
      state: granted ? ('granted' as const) : ('refused' as const),
      takesEffectAt: effect?.toISOString() ?? null,
    };
  },
});
