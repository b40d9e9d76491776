import { audit } from '#product/command/audit.ts';
import { spend } from '#product/command/rate-limit.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { requestFactorRemoval as contract } from '../contract.ts';
import { holdFactors, newToken, tellRemoval } from '../factor-removal.ts';

const MOST = 3;
const DAY_SECONDS = 86_400;

/**
 * Asks the team to remove the second factors of somebody who has lost them and their recovery
 * codes. They have signed in with their password, so nobody else learns that the account has a
 * second factor. It does nothing by itself, and the mail lets anybody who has the factor call it
 * off.
 */
export const requestFactorRemoval = serve({
  contract,
  async run({ db, person, input: { words }, now }) {
    if (!(await holdFactors(db, person.id)) || person.aal === 'aal2') throw new AppError('no_lost_factor');
    await spend(db, { key: `factor-removal:${person.id}`, allowed: MOST, within: DAY_SECONDS }, now);
    const { token, hash } = newToken();
    const { rows } = await db.query(
      `insert into public.factor_removals (person_id, words, asked_at, token_hash) values ($1, $2, $3, $4)
       on conflict do nothing returning id`,
      [person.id, words, now, hash],
    );
    if (rows.length === 0) throw new AppError('factor_removal_open');
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract,
      subject: { table: 'profiles', id: person.id },
      before: null,
      after: { state: 'asked' },
      reason: 'Demande de la personne',
    });
    await tellRemoval(db, person.id, { step: 'asked', token });
    return {};
  },
});
