import { z } from 'zod';
import { person } from '#product/shared/access.ts';
import { entry, say } from '#product/shared/audit-words.ts';
import { contract } from '#product/shared/contract.ts';
import { HOST_ACTS, TARGETED_ACTS } from './rules/host.ts';

/**
 * Acts of the streamer, or of an admin who is inside, in a session's room. Each is evidence, kept
 * with the session and shown to admins. An act that changes nothing is ignored, so a double click
 * is one act. Refuses with `forbidden` (not the streamer, or aimed at the streamer or an admin),
 * `participant_gone`, `group_only` (a lobby for one), `room_full`, and what any participant may
 * get: `room_taken_over`, `room_left`, `room_removed`, `room_barred`, `room_ended`, `room_waiting`.
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
  {
    access: person,
    audit: entry({
      label: 'Loge modérée',
      before: null,
      after: ['sessionId', 'act', 'targetId'],
      words: {
        sessionId: say.nothing,
        act: say.oneOf({ remove: 'quelqu’un en est sorti', end: 'session arrêtée pour tous' }, 'autre geste'),
        targetId: say.nothing,
      },
      readBy: ['support', 'moderation', 'finance'],
    }),
  },
);
