import type { Logger } from 'pino';
import {
  type EchoEngine,
  type MediaEngine,
  type MediaHome,
  type MediaParticipant,
  MediaUnavailable,
} from '../media-engine.ts';
import { type TurnSettings, turnServers } from '../p2p.ts';
import { MOST_CAMERAS, MOST_PEOPLE } from './description.ts';
import type { Call } from './messages.ts';
import type { MediaNetwork } from './network.ts';
import { createWorkerProcess } from './worker-process.ts';

/** The worker reports who published each second, so it has by then. Milliseconds. */
const FRESH = 5_000;

export interface EmbeddedOptions {
  network: MediaNetwork;
  /** A relay for browsers that reach us by no UDP of their own; null: direct connections only. */
  turn: TurnSettings | null;
  home: MediaHome;
  logger: Logger;
}

/**
 * The media server beside Loge: werift in a worker process of its own, started with the first group
 * room. Each publisher's packets are forwarded unchanged to each subscriber. A worker that dies is
 * replaced, and the people whom it carried are told.
 */
export function createEmbeddedEngine(options: EmbeddedOptions): MediaEngine & { echo: EchoEngine } {
  const { network, turn, home, logger } = options;
  const worker = createWorkerProcess(network, logger);
  /**
   * The participants who published since the worker last reported: a death would not find them in
   * its report.
   */
  const fresh = new Map<string, MediaParticipant & { at: number }>();
  const freshOnes = (): MediaParticipant[] => {
    for (const [id, { at }] of fresh) if (Date.now() - at > FRESH) fresh.delete(id);
    return [...fresh.values()].map(({ sessionId, participantId }) => ({ sessionId, participantId }));
  };
  const lost = new Set<(sessionIds: readonly string[]) => void>();
  worker.onDeath((carried) => {
    const sessionIds = [...new Set([...carried, ...freshOnes()].map(({ sessionId }) => sessionId))];
    fresh.clear();
    if (sessionIds.length > 0) for (const listener of lost) listener(sessionIds);
  });

  /** For calls that need no worker when none runs: then it carries nobody. */
  async function askIfAlive(call: Call): Promise<void> {
    if (worker.pid === null) return;
    try {
      await worker.ask(call);
    } catch (error) {
      if (!(error instanceof MediaUnavailable)) throw error;
      logger.warn({ reason: error.message, call: call.do }, 'the media worker could not be told');
    }
  }

  /** @throws MediaUnavailable */
  async function described(call: Call): Promise<string> {
    const sdp = await worker.ask(call);
    if (sdp === null) throw new MediaUnavailable('the media worker answered without a description');
    return sdp;
  }

  return {
    name: 'embedded',
    capacity: MOST_PEOPLE,
    cameras: MOST_CAMERAS,
    open: async () => worker.start(),
    admit: async ({ participantId }, now, validSeconds) => ({
      iceServers: turn ? turnServers(turn, participantId, now, validSeconds) : [],
    }),
    async revoke({ sessionId, participantId }) {
      fresh.delete(participantId);
      await askIfAlive({ do: 'revoke', sessionId, participantId });
    },
    async close({ sessionId }) {
      for (const [id, who] of fresh) if (who.sessionId === sessionId) fresh.delete(id);
      await askIfAlive({ do: 'close', sessionId });
    },
    async health() {
      const people = worker.people();
      const rooms = new Set(people.map(({ sessionId }) => sessionId)).size;
      const died = worker.deaths === 0 ? '' : `; died ${worker.deaths} times`;
      return worker.pid === null
        ? { ok: worker.diedYoung < 3, detail: `not running: it starts with the first group${died}` }
        : { ok: true, detail: `process ${worker.pid}: ${people.length} people in ${rooms} rooms${died}` };
    },
    relay: {
      home,
      async publish(who, sdp) {
        const { sessionId, participantId } = who;
        const answer = await described({ do: 'publish', sessionId, participantId, sdp });
        fresh.set(participantId, { sessionId, participantId, at: Date.now() });
        return answer;
      },
      subscribe: ({ sessionId, participantId }, publisherId) =>
        described({ do: 'subscribe', sessionId, participantId, publisherId }),
      async accept({ sessionId, participantId }, publisherId, sdp) {
        await worker.ask({ do: 'accept', sessionId, participantId, publisherId, sdp });
      },
      async observe({ participantId }) {
        const found = worker.people().find((person) => person.participantId === participantId);
        return found ? { connected: found.connected, packetsReceived: found.packetsReceived } : null;
      },
      showCameras: ({ sessionId }, ids) =>
        askIfAlive({ do: 'cameras', sessionId, participantIds: ids && [...ids] }),
      carried() {
        const people = [...worker.people(), ...freshOnes()];
        return [...new Map(people.map((each) => [each.participantId, each])).values()].map(
          ({ sessionId, participantId }) => ({ sessionId, participantId }),
        );
      },
      onLost(listener) {
        lost.add(listener);
        return () => lost.delete(listener);
      },
    },
    echo: { answer: (sdp) => described({ do: 'echo', sdp }) },
    stop: () => worker.stop(),
  };
}
