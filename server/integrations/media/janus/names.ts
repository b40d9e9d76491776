import { createHmac } from 'node:crypto';
import type { MediaParticipant, MediaRoom } from '../media-engine.ts';

/**
 * The names of a room and its people in Janus, and the secrets that open the room: the same in
 * every process, and after each restart.
 */
export interface Names {
  /**
   * Numbers, as Janus takes them by default (`string_ids` off). `secret` governs the room, `pin`
   * lets into it.
   */
  room(room: MediaRoom): { room: number; secret: string; pin: string };
  /** Under which a participant publishes. */
  feed(participant: MediaParticipant): number;
}

/** @param key of this installation alone: several may share a Janus */
export function createNames(key: Buffer): Names {
  const digest = (purpose: string, ...parts: string[]) =>
    createHmac('sha256', key)
      .update([purpose, ...parts].join('\n'))
      .digest();
  // 48 bits, and never 0: Janus' numbers pass through JSON.
  const number = (bytes: Buffer) => bytes.readUIntBE(0, 6) + 1;
  return {
    room: ({ sessionId }) => ({
      room: number(digest('room', sessionId)),
      secret: digest('secret', sessionId).toString('base64url'),
      pin: digest('pin', sessionId).toString('base64url'),
    }),
    feed: ({ sessionId, participantId }) => number(digest('feed', sessionId, participantId)),
  };
}
