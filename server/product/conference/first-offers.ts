import type { RoomEntry, RoomPeer } from '#contracts/conference.ts';
import {
  MediaNotReady,
  type MediaParticipant,
  type MediaRelay,
  MediaUnavailable,
} from '#server/integrations/media/media-engine.ts';
import type { OpenRoom } from './engine-of-room.ts';

/** Nobody waits longer at the door for what their browser can ask for itself. Milliseconds. */
const PATIENCE = 1_000;

/**
 * The media server's offers of what the others publish, for somebody who just came in: a browser that has them answers, where it would
 * have to ask first. Offers that cannot be had in time are left out.
 */
export async function offersFor(
  { engine: { relay }, home }: OpenRoom,
  self: MediaParticipant,
  peers: readonly RoomPeer[],
): Promise<RoomEntry['offers']> {
  if (!relay) return [];
  const published = peers.filter(({ publishes }) => publishes);
  if (published.length === 0 || (relay.home && !(await relay.home.isHere(home)))) return [];
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), PATIENCE);
  try {
    const offers = published.map(({ participantId }) => offerOf(relay, self, participantId, late.signal));
    return (await Promise.all(offers)).filter((offer) => offer !== null);
  } finally {
    clearTimeout(timer);
  }
}

async function offerOf(
  relay: MediaRelay,
  self: MediaParticipant,
  participantId: string,
  late: AbortSignal,
): Promise<RoomEntry['offers'][number] | null> {
  const { promise: tooLate, resolve } = Promise.withResolvers<null>();
  late.addEventListener('abort', () => resolve(null), { once: true });
  const offered = relay.subscribe(self, participantId).then(
    (sdp) => ({ participantId, sdp }),
    (error: unknown) => {
      // The browser asks, and is told so itself.
      if (error instanceof MediaNotReady || error instanceof MediaUnavailable) return null;
      throw error;
    },
  );
  return await Promise.race([offered, tooLate]);
}
