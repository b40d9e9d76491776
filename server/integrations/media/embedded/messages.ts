import { z } from 'zod';

/**
 * The messages between the server and its media worker. Both parse what they receive, since it
 * comes from another process.
 */

const place = { sessionId: z.string(), participantId: z.string() };

export const call = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('publish'), ...place, sdp: z.string() }),
  z.strictObject({ do: z.literal('subscribe'), ...place, publisherId: z.string() }),
  z.strictObject({ do: z.literal('accept'), ...place, publisherId: z.string(), sdp: z.string() }),
  z.strictObject({ do: z.literal('revoke'), ...place }),
  z.strictObject({ do: z.literal('close'), sessionId: z.string() }),
  z.strictObject({
    do: z.literal('cameras'),
    sessionId: z.string(),
    participantIds: z.array(z.string()).nullable(),
  }),
  z.strictObject({ do: z.literal('echo'), sdp: z.string() }),
]);
export type Call = z.output<typeof call>;

/** From the server. */
export const request = z.strictObject({ id: z.int(), call });

/** How it is started. */
export const configuration = z.strictObject({
  addresses: z.array(z.string()).nullable(),
  ports: z.tuple([z.int(), z.int()]).nullable(),
});

const carried = z.strictObject({ ...place, connected: z.boolean(), packetsReceived: z.int() });
export type Carried = z.output<typeof carried>;

export const REFUSALS = ['MediaNotReady', 'MediaUnavailable', 'BadDescription', 'EchoBusy'] as const;

/** From the worker. */
export const report = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ready') }),
  z.strictObject({ kind: z.literal('answer'), id: z.int(), sdp: z.string().nullable() }),
  z.strictObject({
    kind: z.literal('refusal'),
    id: z.int(),
    name: z.enum(REFUSALS),
    message: z.string(),
  }),
  /** Everybody it carries, every second: also the sign that it lives. */
  z.strictObject({ kind: z.literal('people'), people: z.array(carried) }),
  /** Something broke inside that no request was waiting for. */
  z.strictObject({ kind: z.literal('trouble'), what: z.string() }),
]);
export type Report = z.output<typeof report>;
