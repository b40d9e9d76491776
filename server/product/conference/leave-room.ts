import { leaveRoom as contract } from '#contracts/conference.ts';
import { AfterCommit, defineCommand } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';
import type { ProductDeps } from '#server/product/deps.ts';
import { endAdmission, findAdmission } from '#server/product/lifecycle/admissions.ts';
import { tellRoom } from '#server/product/lifecycle/tell-room.ts';
import { readOpenRoom } from './engine-of-room.ts';

/**
 * Leaves the room. Leaving twice, or after the room closed, does nothing. The media server is told after the commit; if that fails,
 * keep-media.ts ends the media.
 */
export const leaveRoom = (deps: Pick<ProductDeps, 'media'>) =>
  defineCommand({
    contract,
    access,
    async run({ db, person, input: { roomId: sessionId, participantId }, now }) {
      const found = await findAdmission(db, { sessionId, personId: person.id, participantId });
      if (found?.endCause !== null) return {};
      await endAdmission(db, found.admission, 'left', now);
      const room = await readOpenRoom(db, sessionId, deps.media);
      await tellRoom(db, sessionId);
      return new AfterCommit(async () => {
        await room?.engine.revoke({ sessionId, participantId });
        return {};
      });
    },
  });
