import { z } from 'zod';
import { HOST_ACTS, TARGETED_ACTS } from '#domain/conference/host.ts';
import { contract } from './contract.ts';

/**
 * What the streamer of a session does in its room, or an admin who is inside. Each act is evidence: kept with the session, and shown to
 * admins. Doing what was done already is nothing, so a double click is one act. Refuses with `forbidden` (not the streamer, or upon the
 * streamer or an admin), `participant_gone`, `group_only` (a lobby for one), `room_full` (nobody more can be let in), and what
 * any participant may be told: `room_taken_over`, `room_left`, `room_removed`, `room_barred`, `room_ended`, `room_waiting`.
 */
export const moderateRoom = contract(
  'conference/moderate-room',
  z
    .strictObject({
      roomId: z.uuid(),
      participantId: z.uuid(),
      act: z.enum(HOST_ACTS),
      /** A participant's id: of `standing.peers`, or of `standing.lobby` to admit or refuse. */
      target: z.uuid().nullable().default(null),
    })
    .refine(({ act, target }) => TARGETED_ACTS.includes(act) === (target !== null), {
      path: ['target'],
      error: 'Indiquez la personne concernée',
    }),
  z.object({}),
);
