import { createHmac } from 'node:crypto';
import type { EngineHealth, IceServer, MediaEngine, MediaParticipant } from './media-engine.ts';

/** A relay for people whose networks do not let them meet directly. */
export interface TurnSettings {
  /** `turn:` or `turns:` addresses of one relay. */
  urls: readonly string[];
  /** Shared with it: coturn's `static-auth-secret`. */
  secret: string;
}

/**
 * Longer than the longest session with its margins, in seconds; fresh ones come with each renewal.
 */
const VALID_SECONDS = 4 * 3600;
/** Each sends its picture to each: three take half of a small machine, four all of it. */
const MOST_PEOPLE = 4;

/**
 * Without a TURN server there is no STUN either: what the browsers find by themselves has to do.
 */
const stunOf = (urls: readonly string[]): string[] =>
  urls
    .filter((url) => url.startsWith('turn:'))
    .map((url) => url.replace(/^turn:/, 'stun:').replace(/\?.*$/, ''));

/**
 * Credentials by the TURN REST convention (draft-uberti-behave-turn-rest-00): `<expiry>:<user>` and
 * its HMAC-SHA1.
 */
export function turnServers(
  { urls, secret }: TurnSettings,
  user: string,
  now: Date,
  validSeconds = VALID_SECONDS,
): IceServer[] {
  const username = `${String(Math.floor(now.getTime() / 1000) + validSeconds)}:${user}`;
  const credential = createHmac('sha1', secret).update(username).digest('base64');
  const stun = stunOf(urls);
  return [...(stun.length > 0 ? [{ urls: stun }] : []), { urls: [...urls], username, credential }];
}

/**
 * Browser to browser: the server sees no media at all, so opening, revoking and closing are the
 * browsers' own doing, on the word of conference/send-heartbeat.
 * @param turn null: direct connections only
 */
export function createP2pEngine(turn: TurnSettings | null): MediaEngine {
  return {
    name: 'p2p',
    capacity: MOST_PEOPLE,
    cameras: MOST_PEOPLE,
    relay: null,
    open: async () => undefined,
    admit: async ({ participantId }: MediaParticipant, now: Date, validSeconds?: number) => ({
      iceServers: turn ? turnServers(turn, participantId, now, validSeconds) : [],
    }),
    revoke: async () => undefined,
    close: async () => undefined,
    stop: async () => undefined,
    health: async (): Promise<EngineHealth> => ({
      ok: true,
      detail: turn ? `direct, relayed by ${turn.urls.join(', ')}` : 'direct only: TURN_URL is not set',
    }),
  };
}
