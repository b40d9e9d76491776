import { createHash, randomBytes } from 'node:crypto';

/** The secret of an overlay's address: 256 bits of chance. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The hash that is looked up: the database alone opens nobody's overlay. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The address that OBS loads. @param origin without a trailing slash */
export const overlayUrl = (origin: string, token: string): string => `${origin}/overlay/${token}`;

/**
 * The topic on which the server processes hear that something changed that a streamer's overlays
 * show. Nobody may join it from outside: realtime lets no one read it.
 */
export const streamTopic = (streamerId: string): string => `stream:${streamerId}`;

/** Of the topic's events, beside « taken » of stream_kits.sql: the address or the goal was changed. */
export const CHANGED = 'changed';
/** The streamer tries an alert. */
export const TRIED = 'tried';
