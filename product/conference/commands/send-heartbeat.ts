import { AfterCommit } from '#platform/functions/command.ts';
import { tellRoom } from '#product/booking/tell-room.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { serve } from '#product/command/serve.ts';
import { bothThere, endAdmission, liveAdmissions, recordBeat, recordMedia } from '../admissions.ts';
import { sendHeartbeat as contract } from '../contract.ts';
import { lockRoom } from '../engine-of-room.ts';
import { lockOwnPresence } from '../own-admission.ts';
import { loadRoom, refusalOf, stateOf } from '../room.ts';
import { shareCameras, standingOf } from '../standing.ts';

/**
 * Records that a participant is there, in the room or in the lobby. When the session was cancelled
 * or is over, this answer ends the participant's admission. The media server is told and queried
 * after the commit: the next heartbeat returns what this one could not.
 */
export const sendHeartbeat = (deps: Pick<ProductDeps, 'media'>) =>
  serve({
    contract,
    async run({ db, person, input, now }) {
      const room = await loadRoom(db, input.roomId, person);
      const { sessionId, side } = room;
      const { epoch, engine } = await lockRoom(db, { sessionId, seats: room.row.seats }, deps.media, now);
      const self = await lockOwnPresence(db, person, input);
      const live = await liveAdmissions(db, sessionId);
      const refusal = refusalOf(stateOf(room.booking, now, bothThere(live, now)), room);
      if (refusal) {
        await endAdmission(db, self, 'closed', now);
        await tellRoom(db, sessionId);
        return new AfterCommit(async () => {
          await engine.revoke({ sessionId, participantId: self.id });
          throw refusal;
        });
      }
      const { connected, camera, line } = input;
      const beat = { connected, camera, line, engine: engine.name };
      const attendanceId = await recordBeat(db, self, { sessionId, personId: person.id, side, ...beat }, now);
      const shown = self.waiting
        ? null
        : await shareCameras(db, { sessionId, self, live, camera, engine, now });
      const changed = { ...self, wantsCamera: camera };
      const standing = await standingOf(db, { room, self: changed, live, epoch, engine, now });
      const { relay } = engine;
      if (!relay || self.waiting) return standing;
      return new AfterCommit(async (transact) => {
        const [seen] = await Promise.all([
          relay.observe({ sessionId, participantId: self.id }),
          relay.showCameras({ sessionId }, shown),
        ]);
        if (seen) await transact((after) => recordMedia(after, attendanceId, seen.packetsReceived));
        return standing;
      });
    },
  });
