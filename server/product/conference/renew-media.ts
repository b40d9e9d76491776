import { renewMedia as contract } from '#contracts/conference.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';
import type { ProductDeps } from '#server/product/deps.ts';
import { lockRoom } from './admissions.ts';
import { lockOwnAdmission } from './own-admission.ts';
import { tellRoom } from './tell-room.ts';

/** Fresh credentials, and a new epoch when nothing else helped. Two who ask at once for the same get one. */
export const renewMedia = (deps: Pick<ProductDeps, 'media'>) =>
  defineCommand({
    contract,
    access,
    async run({ db, person, input, now }) {
      const { roomId: sessionId, participantId } = input;
      let { epoch } = await lockRoom(db, sessionId, deps.media.name, now);
      await lockOwnAdmission(db, person, input);
      if (input.rebuild && input.epoch === epoch) {
        epoch += 1;
        await db.query('update private.rooms set epoch = $2 where session_id = $1', [sessionId, epoch]);
        await tellRoom(db, sessionId);
      }
      const { iceServers } = await deps.media.admit({ sessionId, participantId }, now);
      return { epoch, iceServers };
    },
  });
