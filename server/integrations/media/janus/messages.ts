import { z } from 'zod';
import { BadDescription } from '../media-engine.ts';

/**
 * The messages of Janus on its websocket (janus.conf.meetecho.com/docs/rest, 1.x), limited to what
 * we use; the rest is ignored.
 */

const id = z.int().positive();
const jsep = z.object({ type: z.enum(['offer', 'answer']), sdp: z.string() });

/**
 * A plugin's answer; the video room's have their kind in `videoroom`, and failures in `error_code`.
 */
const plugindata = z.object({
  plugin: z.string(),
  data: z.looseObject({
    videoroom: z.string().optional(),
    error_code: z.int().optional(),
    error: z.string().optional(),
  }),
});
export type PluginData = z.output<typeof plugindata>['data'];

const transaction = z.string().optional();

const message = z.discriminatedUnion('janus', [
  z.object({
    janus: z.literal('success'),
    transaction,
    data: z.object({ id }).optional(),
    plugindata: plugindata.optional(),
  }),
  z.object({
    janus: z.literal('error'),
    transaction,
    error: z.object({ code: z.int(), reason: z.string() }),
  }),
  z.object({ janus: z.literal('ack'), transaction }),
  z.object({ janus: z.literal('server_info'), transaction, version_string: z.string() }),
  z.object({ janus: z.literal('event'), transaction, sender: id, plugindata, jsep: jsep.optional() }),
  /** The connection between Janus and a browser stands. */
  z.object({ janus: z.literal('webrtcup'), sender: id }),
  /** Packets of one medium begin to come, or have not come for `seconds`. */
  z.object({
    janus: z.literal('media'),
    sender: id,
    mid: z.string().optional(),
    receiving: z.boolean(),
    seconds: z.number().optional(),
  }),
  z.object({ janus: z.literal('hangup'), sender: id, reason: z.string().optional() }),
  z.object({ janus: z.literal('detached'), sender: id }),
  /** Janus gave our session up. */
  z.object({ janus: z.literal('timeout') }),
]);
export type JanusMessage = z.output<typeof message>;
/** Those that concern one handle. */
export type HandleMessage = Extract<JanusMessage, { sender: number }>;

/** @returns null for other kinds of messages, and for what cannot be read */
export function readMessage(text: string): JanusMessage | null {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return null;
  }
  return message.safeParse(body).data ?? null;
}

/** Whether a handle has left its room. */
export const isOut = (message: HandleMessage): boolean =>
  message.janus === 'detached' ||
  (message.janus === 'event' &&
    (message.plugindata.data.videoroom === 'destroyed' || message.plugindata.data.leaving === 'ok'));

/** Janus' codes, of its core and of the video room. */
export const CODES = {
  unauthorized: 403,
  noSuchSession: 458,
  noSuchHandle: 459,
  noSuchPlugin: 460,
  wrongDescription: [465, 466, 467, 469, 437],
  noSuchRoom: 426,
  roomExists: 427,
  noSuchFeed: 428,
  roomUnauthorized: 433,
  idExists: 436,
} as const;

/** Janus answered that it will not. */
export class JanusRefusal extends Error {
  override name = 'JanusRefusal';
  readonly code: number;
  constructor(code: number, reason: string) {
    super(`Janus refuses (${code}): ${reason}`);
    this.code = code;
  }
}

export const isRefusal = (error: unknown, ...codes: readonly number[]): boolean =>
  error instanceof JanusRefusal && codes.includes(error.code);

/** Janus is not there, or does not answer in time. */
export class JanusAway extends Error {
  override name = 'JanusAway';
}

export interface Description {
  type: 'offer' | 'answer';
  sdp: string;
}

export interface PluginAnswer {
  data: PluginData;
  jsep: Description | null;
}

/** The address of a handle, for any process that is connected to the same Janus. */
export interface HandleAddress {
  session: number;
  handle: number;
}

export type Body = Readonly<Record<string, unknown>>;

/**
 * A request to the plugin behind a handle. Nothing is trickled: browsers are found by their first
 * packet.
 */
export const pluginMessage = ({ session, handle }: HandleAddress, body: Body, jsep?: Description) => ({
  janus: 'message',
  session_id: session,
  handle_id: handle,
  body,
  ...(jsep ? { jsep: { ...jsep, trickle: false } } : {}),
});

/** @throws JanusRefusal when the plugin refused */
export function pluginAnswer(answer: JanusMessage): PluginAnswer {
  if ((answer.janus !== 'success' && answer.janus !== 'event') || !answer.plugindata)
    throw new JanusAway(`Janus answered ${answer.janus} where its plugin was asked`);
  const { data } = answer.plugindata;
  if (data.error_code !== undefined) throw new JanusRefusal(data.error_code, data.error ?? 'no reason given');
  return { data, jsep: answer.janus === 'event' ? (answer.jsep ?? null) : null };
}

/** The id of the session or handle that was just created. */
export function madeId(answer: JanusMessage): number {
  if (answer.janus !== 'success' || !answer.data) throw new JanusAway('Janus gave no id');
  return answer.data.id;
}

/** Every description of a room: audio, camera, screen, the screen's sound. */
const LAYOUT = ['audio', 'video', 'video', 'audio'];

/**
 * Browsers do not wait for their candidates, and Janus only begins to listen to a browser of which
 * it knows one. This one leads nowhere (RFC 5737); the browser's own first packet shows where it
 * is. Names of mDNS are none that a server could look up.
 */
const NOWHERE = 'a=candidate:1 1 udp 1 192.0.2.1 9 typ host';

/**
 * @param sdp what a browser says
 * @returns it in the form in which Janus takes it
 * @throws BadDescription when it has not the four media in their order
 */
export function fromBrowser(type: Description['type'], sdp: string): Description {
  const sections = sdp.split(/^(?=m=)/m);
  const kinds = sections.slice(1).map((section) => /^m=(\w+) /.exec(section)?.[1]);
  if (kinds.length !== LAYOUT.length || kinds.some((kind, index) => kind !== LAYOUT[index]))
    throw new BadDescription(`the media are ${kinds.join(', ')} and not ${LAYOUT.join(', ')}`);
  const lines = sections.map((section, index) => {
    const kept = section
      .split(/\r?\n/)
      .filter((line) => line !== '' && !/^a=candidate:.* [\w-]+\.local /.test(line));
    // All media share the first one's connection.
    return [...kept, ...(index === 1 ? [NOWHERE] : [])].join('\r\n');
  });
  return { type, sdp: `${lines.join('\r\n')}\r\n` };
}
