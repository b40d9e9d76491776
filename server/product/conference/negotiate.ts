import { negotiate as contract, type NegotiationStep } from '#contracts/conference-media.ts';
import { AppError } from '#contracts/errors.ts';
import type { MediaParticipant, MediaRelay } from '#server/integrations/media/media-engine.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';
import type { ProductDeps } from '#server/product/deps.ts';
import { readOpenRoom } from './engine-of-room.ts';
import { readOwnAdmission } from './own-admission.ts';
import { tellRoom } from './tell-room.ts';

/**
 * Connects a participant to the server of the room's media. Nothing is locked while that server works, which takes some
 * milliseconds; what changed meanwhile is looked at afterwards.
 */
export const negotiate = (deps: Pick<ProductDeps, 'media'>) =>
  defineCommand({
    contract,
    access,
    async run({ db, person, input, now }) {
      const { roomId: sessionId, participantId, step } = input;
      const room = await readOpenRoom(db, sessionId, deps.media);
      if (!room) throw new AppError('room_left');
      await readOwnAdmission(db, person, input, now);
      if (input.epoch !== room.epoch) throw new AppError('media_stale');
      const { relay } = room.engine;
      if (!relay) throw new AppError('media_direct');
      if (relay.home && !(await relay.home.isHere(room.home))) throw new AppError('media_unavailable');
      const self = { sessionId, participantId };
      const sdp = await carryOut(relay, self, step);
      try {
        await readOwnAdmission(db, person, input, now);
      } catch (error) {
        // Out by the time that the server had answered.
        await room.engine.revoke(self);
        throw error;
      }
      if (step.kind === 'publish') {
        const { rowCount } = await db.query(
          `update private.admissions a set published_at = $3 from private.rooms r
           where a.id = $1 and a.ended_at is null and r.session_id = a.session_id and r.epoch = $2`,
          [participantId, room.epoch, now],
        );
        // In another epoch by now, or out at this very moment.
        if (rowCount === 0) {
          await room.engine.revoke(self);
          throw new AppError('media_stale');
        }
        await tellRoom(db, sessionId);
      }
      return { sdp };
    },
  });

async function carryOut(
  relay: MediaRelay,
  self: MediaParticipant,
  step: NegotiationStep,
): Promise<string | null> {
  switch (step.kind) {
    case 'publish':
      return await relay.publish(self, step.sdp);
    case 'subscribe':
      return await relay.subscribe(self, step.peer);
    case 'accept':
      await relay.accept(self, step.peer, step.sdp);
      return null;
  }
}
