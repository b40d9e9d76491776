import { sendHeartbeat as contract } from '#contracts/conference.ts';
import { defineCommand, KeptRefusal } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';
import type { ProductDeps } from '#server/product/deps.ts';
import { bothThere, endAdmission, liveAdmissions, recordBeat } from '#server/product/lifecycle/admissions.ts';
import { tellRoom } from '#server/product/lifecycle/tell-room.ts';
import { shareCameras } from './cameras.ts';
import { lockRoom } from './engine-of-room.ts';
import { lockOwnPresence } from './own-admission.ts';
import { loadRoom, refusalOf, stateOf } from './room.ts';
import { standingOf } from './standing.ts';

/** A participant is there, in the room or waiting before it. When the session was called off or is over, the participant is out with this answer. */
export const sendHeartbeat = (deps: Pick<ProductDeps, 'media'>) =>
  defineCommand({
    contract,
    access,
    async run({ db, person, input, now }) {
      const room = await loadRoom(db, input.roomId, person);
      const { sessionId, side } = room;
      const { epoch, engine } = await lockRoom(db, { sessionId, seats: room.row.seats }, deps.media, now);
      const self = await lockOwnPresence(db, person, input);
      const live = await liveAdmissions(db, sessionId);
      const refusal = refusalOf(stateOf(room.booking, now, bothThere(live, now)), room);
      if (refusal) {
        await endAdmission(db, self, 'closed', now);
        await engine.revoke({ sessionId, participantId: self.id });
        await tellRoom(db, sessionId);
        return new KeptRefusal(refusal);
      }
      const seen = self.waiting ? null : await engine.relay?.observe({ sessionId, participantId: self.id });
      const { connected, camera } = input;
      const beat = { connected, camera, engine: engine.name, packets: seen?.packetsReceived ?? null };
      await recordBeat(db, self, { sessionId, personId: person.id, side, ...beat }, now);
      if (!self.waiting) await shareCameras(db, { sessionId, self, live, camera, engine, now });
      return standingOf(db, { room, self: { ...self, wantsCamera: camera }, live, epoch, engine, now });
    },
  });
