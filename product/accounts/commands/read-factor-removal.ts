import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { readFactorRemoval as contract } from '../contract.ts';
import { REMOVAL_STATES } from '../rules/factor-removal.ts';
import { hashOf } from '../sign-in-alerts.ts';

/**
 * How the request of a mail's link stands. Reading changes nothing, so that mail programs that open
 * links do no harm.
 */
export const readFactorRemoval = serve({
  contract,
  async run({ db, input: { token } }) {
    const { rows } = await db.query(
      'select state, asked_at, takes_effect_at from public.factor_removals where $1 in (token_hash, granted_token_hash)',
      [hashOf(token)],
    );
    const [removal] = rows;
    const state = REMOVAL_STATES.find((known) => known === removal?.state);
    if (!removal || !state) throw new AppError('factor_removal_not_found');
    return {
      state,
      askedAt: removal.asked_at.toISOString(),
      takesEffectAt: removal.takes_effect_at?.toISOString() ?? null,
    };
  },
});
