import { serve } from '#product/command/serve.ts';
import { lockCase } from '../case-row.ts';
import { previewDecision as contract } from '../contract.ts';
import { calledOff, comingOf, sumOf } from '../measure-cost.ts';
import { APPEAL_MONTHS } from '../rules/moderation.ts';

/** Previews the cost of a decision, in sessions and euros, before it is taken. */
export const previewDecision = serve({
  contract,
  async run({ db, input: { caseId, ...wish }, now }) {
    const found = await lockCase(db, caseId);
    const off = await calledOff(db, found, wish, now);
    const coming = await comingOf(db, { personId: found.personId, until: null, now });
    const { rows } = await db.query('select $1::timestamptz + make_interval(months => $2) as until', [
      now,
      APPEAL_MONTHS,
    ]);
    return {
      sessions: off.length,
      refundCents: sumOf(off),
      viewers: [...new Set(off.map(({ other }) => other))],
      coming: coming.length,
      comingCents: sumOf(coming),
      appealUntil: (rows[0]?.until ?? now).toISOString(),
    };
  },
});
