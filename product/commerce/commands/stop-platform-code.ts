import { audit } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { stopPlatformCode as contract } from '../contract.ts';

/** Stops one of the team's codes. */
export const stopPlatformCode = serve({
  contract,
  async run({ db, person, input: { codeId, reason }, now }) {
    const { rows } = await db.query(
      `update public.discount_codes set stopped_at = $2 where id = $1 and streamer_id is null and stopped_at is null
       returning code, percent, amount_cents`,
      [codeId, now],
    );
    const [stopped] = rows;
    if (!stopped) throw new AppError('code_not_found');
    const { code, percent, amount_cents } = stopped;
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract,
      subject: { table: 'discount_codes', id: codeId },
      before: { code, ...(percent === null ? { amount_cents } : { percent }), stopped: false },
      after: { stopped: true },
      reason,
    });
    return { codeId };
  },
});
