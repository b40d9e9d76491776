import type { Logger } from 'pino';
import type { IceServer, MediaEngine, MediaRelay } from '../media-engine.ts';
import { type TurnSettings, turnServers } from '../p2p.ts';
import { createJanusClient } from './client.ts';
import { CODES, isRefusal } from './messages.ts';
import { createNames } from './names.ts';
import { createPlaces } from './places.ts';
import { createJanusRelay } from './relay.ts';
import { createVideoRoom } from './video-room.ts';

/** Janus' address and secrets. */
export interface JanusSettings {
  /** Its websocket, `ws:` or `wss:`. */
  url: string;
  /** Its `api_secret`. */
  secret: string | null;
  /** The `admin_key` of its video rooms. */
  adminKey: string | null;
}

interface JanusDeps {
  settings: JanusSettings;
  /** Names and locks the rooms: `keys.derive('janus')`. */
  key: Buffer;
  /** For people whose networks let nothing else through. */
  turn: TurnSettings | null;
  logger: Logger;
  now: () => Date;
  /** Milliseconds; longer than a busy Janus takes to make an answer with its candidates. */
  answerWithin?: number;
}

/** Twelve seats, the streamer, and an admin who looks in. */
const MOST_PEOPLE = 14;

/**
 * The rooms of groups on a Janus of their own, which any number of server processes share. Browsers
 * talk to Loge and never to Janus' API. It connects in the background: Loge starts without it, and
 * says so in its health.
 */
export function createJanusEngine({
  settings,
  key,
  turn,
  logger,
  now,
  answerWithin = 5_000,
}: JanusDeps): MediaEngine & { relay: MediaRelay } {
  const names = createNames(key);
  const places = createPlaces();
  const client = createJanusClient({
    url: settings.url,
    secret: settings.secret,
    answerWithin,
    logger,
    onLost: () => relay.lost(),
  });
  const rooms = createVideoRoom(client, names, settings.adminKey);
  const relay = createJanusRelay({ client, rooms, names, places, logger, now });
  /** Why Janus would make no room; null once it made one. */
  let refused: string | null = null;

  return {
    name: 'janus',
    capacity: MOST_PEOPLE,
    cameras: MOST_PEOPLE,
    relay,
    async open(room) {
      // Nobody is kept out while Janus is away: the first to publish creates the room.
      if (client.state().problem !== null) return;
      try {
        await rooms.create(room);
        refused = null;
      } catch (error) {
        logger.error({ err: error }, 'Janus made no room');
        if (isRefusal(error, CODES.roomUnauthorized))
          refused = 'Janus lets us make no rooms: JANUS_ADMIN_KEY is not the admin_key of its video rooms';
      }
    },
    async admit({ participantId }, at, validSeconds): Promise<{ iceServers: IceServer[] }> {
      return { iceServers: turn ? turnServers(turn, participantId, at, validSeconds) : [] };
    },
    revoke: relay.revoke,
    close: relay.close,
    async health() {
      const { problem, version } = client.state();
      const trouble = problem ?? refused;
      return trouble === null
        ? { ok: true, detail: `Janus ${version} at ${settings.url}` }
        : { ok: false, detail: trouble };
    },
    async stop() {
      client.stop();
    },
  };
}
