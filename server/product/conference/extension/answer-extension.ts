import { AppError } from '#contracts/errors.ts';
import { answerExtension as contract } from '#contracts/extension.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';
import { endExtension, extensionById, factsOf, isOpen } from '#server/product/lifecycle/extension-row.ts';
import { agree } from './agree.ts';
import { lockOwnSession } from './own-session.ts';

/**
 * Accepts or refuses an extension. The same answer twice counts once; a refusal after an acceptance withdraws it, as long as nothing is
 * paid.
 */
export const answerExtension = defineCommand({
  contract,
  access,
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
