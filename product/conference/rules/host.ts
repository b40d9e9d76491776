/** The acts of a room's host, and of an admin who is inside. */
export const HOST_ACTS = [
  /** Mutes the target; they may unmute themselves. */
  'mute',
  /** Orders the target's shared screen to end. */
  'stop_share',
  /**
   * Removes the target. People removed by the streamer wait in the lobby when they come back; those
   * removed by an admin stay out.
   */
  'remove',
  /** Admits a person from the lobby. */
  'admit',
  /** Refuses a person in the lobby. */
  'refuse',
  /**
   * Turns the lobby on: people who come for the first time wait until they are admitted. Groups
   * only.
   */
  'lobby_on',
  'lobby_off',
  /**
   * Ends the session for everybody. The side that ended it reopens it by coming back before its
   * time is over.
   */
  'end',
] as const;
export type HostAct = (typeof HOST_ACTS)[number];

/** These act on one participant; the others concern everybody. */
export const TARGETED_ACTS: readonly HostAct[] = ['mute', 'stop_share', 'remove', 'admit', 'refuse'];

/** The acts that an admin who is inside may do; everything else only the streamer may. */
export const ADMIN_ACTS: readonly HostAct[] = ['remove', 'end'];

type Side = 'viewer' | 'streamer' | 'admin';

/**
 * Which acts a person may do to whom: a streamer all acts to viewers, an admin those that keep
 * people safe to viewers and streamer, a viewer none.
 * @param target the side of whom it is meant for; null for an act that concerns everybody
 */
export function mayDo(side: Side, act: HostAct, target: Side | null): boolean {
  if (side === 'viewer' || target === 'admin') return false;
  if (side === 'admin') return ADMIN_ACTS.includes(act);
  return target !== 'streamer';
}
