import { answerExtension as contract } from '#product/booking/extension-contract.ts';
import { endExtension, extensionById, factsOf, isOpen } from '#product/booking/extension-row.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { agree } from '../extension/agree.ts';
import { lockOwnSession } from '../extension/own-session.ts';

/**
 * Accepts or refuses an extension. The same answer twice counts once; a refusal after an acceptance
 * withdraws it, as long as nothing is paid.
 */
export const answerExtension = serve({
  contract,
  async run({ db, person, input, now }) {
    const { booking, side } = await lockOwnSession(db, { person, input, now }, { moving: input.accept });
    const row = await extensionById(db, booking.id, input.extensionId);
    if (!row) throw new AppError('extension_over');
    if (!input.accept) {
      if (row.state === 'refused') return factsOf(row);
      if (!isOpen(row)) throw new AppError('extension_over');
      const reason = row.state === 'offered' && row.side !== side ? 'declined' : 'withdrawn';
      return factsOf(await endExtension(db, row, { reason, now }));
    }
    if (row.side === side) throw new AppError('extension_over');
    if (['accepted', 'paying', 'done'].includes(row.state)) return factsOf(row);
    if (row.state !== 'offered' || row.until_at <= now || booking.status !== 'in_progress')
      throw new AppError('extension_over');
    return factsOf(await agree(db, row, { side, actorId: person.id, now }));
  },
});
