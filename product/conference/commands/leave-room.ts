import { AfterCommit } from '#platform/functions/command.ts';
import { tellRoom } from '#product/booking/tell-room.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { serve } from '#product/command/serve.ts';
import { endAdmission, findAdmission } from '../admissions.ts';
import { leaveRoom as contract } from '../contract.ts';
import { readOpenRoom } from '../engine-of-room.ts';

/**
 * Leaves the room. Leaving twice, or after the room closed, does nothing. The media server is told
 * after the commit; if that fails, keep-media.ts ends the media.
 */
export const leaveRoom = (deps: Pick<ProductDeps, 'media'>) =>
  serve({
    contract,
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
