import type pg from 'pg';
import { AfterCommit } from '#platform/functions/command.ts';
import { tellRoom } from '#product/booking/tell-room.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import type { MediaParticipant, MediaRelay } from '#server/integrations/media/media-engine.ts';
import { readOpenRoom } from '../engine-of-room.ts';
import { negotiateMedia as contract, type NegotiationStep } from '../media-contract.ts';
import { readOwnAdmission } from '../own-admission.ts';

/**
 * Connects a participant to the server of the room's media. No transaction waits for that server;
 * what changed meanwhile is checked afterwards.
 */
export const negotiateMedia = (deps: Pick<ProductDeps, 'media'>) =>
  serve({
    contract,
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
      return new AfterCommit(async (transact) => {
        const sdp = await carryOut(relay, self, step);
        // Answers to people who have left are ignored.
        if (step.kind === 'accept') return { sdp };
        try {
          await transact(async (after) => {
            await readOwnAdmission(after, person, input, now);
            if (step.kind === 'publish') await notePublished(after, self, { epoch: room.epoch, now });
          });
        } catch (error) {
          // The participant was out of the room before the server answered.
          await room.engine.revoke(self);
          throw error;
        }
        return { sdp };
      });
    },
  });

/** @throws AppError media_stale when the epoch changed or the participant has just left */
async function notePublished(
  db: pg.ClientBase,
  { sessionId, participantId }: MediaParticipant,
  { epoch, now }: { epoch: number; now: Date },
): Promise<void> {
  const { rowCount } = await db.query(
    `update private.admissions a set published_at = $3 from private.rooms r
     where a.id = $1 and a.ended_at is null and r.session_id = a.session_id and r.epoch = $2`,
    [participantId, epoch, now],
  );
  if (rowCount === 0) throw new AppError('media_stale');
  await tellRoom(db, sessionId);
}

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
