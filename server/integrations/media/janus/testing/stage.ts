import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { MediaEngine, MediaRelay } from '../../media-engine.ts';
import { createJanusEngine } from '../engine.ts';
import { createGuest, type Guest } from './guest.ts';
import type { JanusServer } from './janus-server.ts';

export type RelayEngine = MediaEngine & { relay: MediaRelay };
export const SECRETS = { secret: 'between loge and janus', adminKey: 'makes rooms' };

/** Opens what a test needs, and closes it all. */
export interface Stage {
  /** As one server process has it. */
  engine(wrong?: Partial<typeof SECRETS>, answerWithin?: number): RelayEngine;
  /** Somebody who publishes nothing yet. */
  guest(sessionId: string): Guest;
  close(): Promise<void>;
}

export function createStage(janus: Pick<JanusServer, 'url'>): Stage {
  const engines: MediaEngine[] = [];
  const guests: Guest[] = [];
  return {
    engine(wrong = {}, answerWithin = 5_000) {
      const engine = createJanusEngine({
        settings: { url: janus.url, ...SECRETS, ...wrong },
        key: Buffer.alloc(32, 'of this installation'),
        turn: null,
        logger: pino({ level: 'silent' }),
        now: () => new Date(),
        answerWithin,
      });
      engines.push(engine);
      return engine;
    },
    guest(sessionId) {
      const guest = createGuest({ sessionId, participantId: randomUUID() });
      guests.push(guest);
      return guest;
    },
    async close() {
      await Promise.all(guests.splice(0).map((guest) => guest.leave()));
      await Promise.all(engines.splice(0).map((engine) => engine.stop()));
    },
  };
}
