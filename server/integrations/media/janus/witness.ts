import { z } from 'zod';
import type { Observation } from '../media-engine.ts';
import type { HandleMessage } from './messages.ts';

/**
 * One process's observation of a publisher; the others read it beside the publisher's name.
 * Instants are epoch milliseconds.
 */
export const seen = z.object({
  up: z.boolean(),
  /** Since when packets come without a break; null while none come. */
  since: z.number().nullable(),
  /** Milliseconds during which packets came, up to the last break. */
  before: z.number(),
});
export type Seen = z.output<typeof seen>;

/**
 * Janus tells when packets begin to come, and when none came for a second. So at least one came in
 * each second between, and that many are claimed: fewer than came, and more whenever more time
 * passed with media than before.
 */
export const observationOf = ({ up, since, before }: Seen, now: number): Observation => ({
  connected: up,
  packetsReceived: Math.ceil(((since === null ? 0 : Math.max(now - since, 1)) + before) / 1000),
});

export interface Witness {
  /** @returns whether it changed what is seen */
  hear(message: HandleMessage, now: number): boolean;
  seen(): Seen;
}

/** @param before milliseconds with media of what it published earlier */
export function createWitness(before: number): Witness {
  const flowing = new Set<string>();
  let state: Seen = { up: false, since: null, before };

  function settle(now: number, silentFor: number): void {
    if (flowing.size > 0) {
      if (state.since === null) state = { ...state, since: now };
    } else if (state.since !== null) {
      const lasted = Math.max(0, now - silentFor - state.since);
      state = { ...state, since: null, before: state.before + lasted };
    }
  }

  return {
    hear(message, now) {
      const earlier = state;
      if (message.janus === 'webrtcup') state = { ...state, up: true };
      else if (message.janus === 'hangup' || message.janus === 'detached') {
        flowing.clear();
        state = { ...state, up: false };
        settle(now, 0);
      } else if (message.janus === 'media') {
        const medium = message.mid ?? '';
        if (message.receiving) flowing.add(medium);
        else flowing.delete(medium);
        settle(now, (message.seconds ?? 0) * 1000);
      }
      return state !== earlier;
    },
    seen: () => state,
  };
}
