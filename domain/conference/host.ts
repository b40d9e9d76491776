/** What the host of a room may do in it, and an admin who is inside. */
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
  /** From now on anybody who comes for the first time waits until they are let in. Groups only. */
  'lobby_on',
  'lobby_off',
  /** Ends the session for everybody. Who ended it opens it again by coming back before its time is over. */
  'end',
] as const;
export type HostAct = (typeof HOST_ACTS)[number];

/** Acts upon one participant; the others concern everybody. */
export const TARGETED_ACTS: readonly HostAct[] = ['mute', 'stop_share', 'remove', 'admit', 'refuse'];

/** What an admin who is inside may do; everything else is the streamer's. */
export const ADMIN_ACTS: readonly HostAct[] = ['remove', 'end'];

type Side = 'viewer' | 'streamer' | 'admin';

/**
 * Who may do what to whom: a streamer everything to viewers, an admin what keeps people safe to viewers and streamer. A viewer nothing.
 * @param target the side of whom it is meant for; null for an act that concerns everybody
 */
export function mayDo(side: Side, act: HostAct, target: Side | null): boolean {
  if (side === 'viewer' || target === 'admin') return false;
  if (side === 'admin') return ADMIN_ACTS.includes(act);
  return target !== 'streamer';
}
