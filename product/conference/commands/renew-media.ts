import { AfterCommit } from '#platform/functions/command.ts';
import { tellRoom } from '#product/booking/tell-room.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { spend } from '#product/command/rate-limit.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { renewMedia as contract } from '../contract.ts';
import { raiseEpoch, readOpenRoom } from '../engine-of-room.ts';
import { lockOwnAdmission } from '../own-admission.ts';

/** A connection that keeps failing asks for one every ten seconds. Seconds. */
const REBUILDS = { allowed: 12, within: 60 };

/**
 * Gives fresh credentials, and begins a new epoch as the last resort. When both browsers ask at
 * once, both get the same epoch. With a media server a browser rebuilds its own connections only:
 * one participant's trouble is no reason to reconnect everybody.
 */
export const renewMedia = (deps: Pick<ProductDeps, 'media'>) =>
  serve({
    contract,
    async run({ db, person, input, now }) {
      const { roomId: sessionId, participantId } = input;
      const room = await readOpenRoom(db, sessionId, deps.media, 'for update');
      if (!room) throw new AppError('room_left');
      await lockOwnAdmission(db, person, input, now);
      let epoch = room.epoch;
      if (input.rebuild && room.engine.relay === null && input.epoch === epoch) {
        await spend(db, { key: `room-rebuild:${person.id}`, ...REBUILDS }, now);
        epoch = await raiseEpoch(db, sessionId);
        await tellRoom(db, sessionId);
      }
      return new AfterCommit(async () => {
        const { iceServers } = await room.engine.admit({ sessionId, participantId }, now);
        return { epoch, iceServers };
      });
    },
  });
