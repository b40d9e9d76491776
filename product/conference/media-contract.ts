import { z } from 'zod';
import { person } from '#product/shared/access.ts';
import { contract } from '#product/shared/contract.ts';

/**
 * How a browser and the server of a room's media agree on a connection, where the room has one
 * (`engine` is not `p2p`). Each participant publishes once, and subscribes to each peer whose
 * `publishes` is true; every description has the same four media, in this order: audio, camera,
 * screen, the screen's sound. The browser waits for no candidates: the server's stand in its
 * descriptions, and it finds the browser by the first packet.
 */

/** A description of four media with every candidate of a machine is about 8 KB. */
const sdp = z.string().min(1).max(65_536);

export const step = z.discriminatedUnion('kind', [
  /** The browser's offer, which only sends; the answer comes back. Publishing again replaces. */
  z.strictObject({ kind: z.literal('publish'), sdp }),
  /**
   * The server's offer of what that peer publishes comes back; it replaces an earlier one, also one
   * that entering told.
   */
  z.strictObject({ kind: z.literal('subscribe'), peer: z.uuid() }),
  /** The browser's answer to that offer. */
  z.strictObject({ kind: z.literal('accept'), peer: z.uuid(), sdp }),
]);
export type NegotiationStep = z.output<typeof step>;

/**
 * Refuses with `media_not_ready` (the peer does not publish yet: try again with the next standing),
 * `media_stale` (the epoch has passed: ask the standing), `media_unavailable` (the server of the
 * media does not answer), `media_refused` (the description is not one of the four media),
 * `media_direct` (browsers connect to each other in this room), and with what ends a heartbeat.
 */
export const negotiateMedia = contract(
  'conference/negotiate-media',
  z.strictObject({ roomId: z.uuid(), participantId: z.uuid(), epoch: z.int(), step }),
  z.object({ sdp: z.string().nullable() }),
  { access: person, maxBytes: 128 * 1024 },
);

/**
 * How long a browser keeps a connection test open, in milliseconds. The server ends it by itself
 * after 20 seconds.
 */
export const CONNECTION_TEST = 9_000;

/** The least distance between two tests of one person, in milliseconds: one at a time. */
export const CONNECTION_TEST_EVERY = 10_000;

/**
 * Measures the connection between a browser and the media server, which sends back the one video
 * that it receives.
 * - `start` tells through which relays this person would go, and whether there is a server to
 *   measure with. Refuses with
 * `too_many_attempts` while another test of the same person may still run.
 * - `offer` takes the browser's description of one video that sends and receives, with its
 *   candidates; the answer comes back. Refuses with
 * `media_unavailable` (no such server, it does not answer, or too many test at once) and
 * `media_refused`.
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
  { access: person, maxBytes: 128 * 1024 },
);
