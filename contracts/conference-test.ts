import { z } from 'zod';
import { contract } from './contract.ts';

/** Longest that a browser keeps a test of its line open, in milliseconds. The server ends it by itself after 20 seconds. */
export const CONNECTION_TEST = 9_000;

/** Tests of one person follow each other at this distance at least, in milliseconds: one at a time. */
export const CONNECTION_TEST_EVERY = 10_000;

/**
 * Measures the line between a browser and the server of the media, which sends back the one video it is sent.
 * - `start` tells through which relays this person would go, and whether there is a server to measure with. Refuses with
 *   `too_many_attempts` while another test of the same person may still run.
 * - `offer` takes the browser's description of one video that sends and receives, with its candidates; the answer comes back. Refuses with
 *   `media_unavailable` (no such server, it does not answer, or too many test at once) and `media_refused`.
 */
export const testConnection = contract(
  'conference/test-connection',
  z.discriminatedUnion('step', [
    z.strictObject({ step: z.literal('start') }),
    z.strictObject({ step: z.literal('offer'), sdp: z.string().min(1).max(65_536) }),
  ]),
  z.object({
    sdp: z.string().nullable(),
    /** TURN and STUN servers with credentials; empty when there are none. */
    iceServers: z.array(
      z.object({
        urls: z.array(z.string()),
        username: z.string().optional(),
        credential: z.string().optional(),
      }),
    ),
    measurable: z.boolean(),
  }),
  { maxBytes: 128 * 1024 },
);
