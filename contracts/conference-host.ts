import { z } from 'zod';
import { contract } from './contract.ts';

/**
 * What the streamer of a session may do in its room, and an admin who is inside. Each act is evidence: it is kept with the session
 * and shown to admins.
 */
export const HOST_ACTS = [
  /** Orders the target's microphone off; they may switch it on again. */
  'mute',
  /** Orders the target's shared screen to end. */
  'stop_share',
  /** Puts the target out. Whom the streamer put out waits in the lobby when they come back; whom an admin put out stays out. */
  'remove',
  /** Lets somebody in who waits. */
  'admit',
  /** Sends somebody away who waits. */
  'refuse',
  /** From now on whoever comes for the first time waits until they are let in. Groups only. */
  'lobby_on',
  'lobby_off',
  /** Ends the session for everybody. Who ended it opens it again by coming back before its time is over. */
  'end',
] as const;
export type HostAct = (typeof HOST_ACTS)[number];

/** Acts upon one participant; the others take no target. */
export const TARGETED_ACTS: readonly HostAct[] = ['mute', 'stop_share', 'remove', 'admit', 'refuse'];

/** What an admin who is inside may do; everything else is the streamer's. */
export const ADMIN_ACTS: readonly HostAct[] = ['remove', 'end'];

/**
 * Doing what was done already is nothing, so a double click is one act. Refuses with `forbidden` (not the streamer, or upon the
 * streamer or an admin), `participant_gone`, `group_only` (a lobby for one), `room_full` (nobody more can be let in), and what
 * any participant may be told: `room_taken_over`, `room_left`, `room_removed`, `room_barred`, `room_ended`, `room_waiting`.
 */
export const moderate = contract(
  'conference/moderate',
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
