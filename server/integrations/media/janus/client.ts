import type { Logger } from 'pino';
import { type Line, openLine } from './line.ts';
import {
  CODES,
  type HandleMessage,
  isRefusal,
  JanusAway,
  JanusRefusal,
  type JanusMessage,
  type PluginData,
} from './messages.ts';

const PLUGIN = 'janus.plugin.videoroom';
/** Janus gives a session up after a minute of silence by default. */
const KEEPALIVE_EVERY = 15_000;
const RETRY = { first: 200, longest: 5_000 };
/** As long as a command may wait for a Janus that is just coming back. */
const PATIENCE = 2_000;

export interface Description {
  type: 'offer' | 'answer';
  sdp: string;
}

export interface PluginAnswer {
  data: PluginData;
  jsep: Description | null;
}

/** Where a handle is found, by any process with a line to the same Janus. */
export interface HandleAddress {
  session: number;
  handle: number;
}

/** A handle of this process in the video room plugin. */
export interface Handle extends HandleAddress {
  /**
   * One request to the plugin and its answer.
   * @param settled false: the plugin answers at once, which is so for rooms and lists; true: by an event
   * @throws JanusRefusal, JanusAway
   */
  request(
    body: Readonly<Record<string, unknown>>,
    options?: { settled?: boolean; jsep?: Description },
  ): Promise<PluginAnswer>;
  /** Gives it up, with its connection to a browser. Never throws: what is gone is given up. */
  detach(): Promise<void>;
}

/** A process' session with Janus, made anew for as long as it takes. */
export interface JanusClient {
  /** @throws JanusRefusal, JanusAway */
  attach(listener: (message: HandleMessage) => void): Promise<Handle>;
  /** The plugin's answers to what concerns no participant: rooms and lists. @throws JanusRefusal, JanusAway */
  control(body: Readonly<Record<string, unknown>>): Promise<PluginData>;
  /** Says something to a handle of another process, whose answer goes there. @throws JanusRefusal when it is gone, JanusAway */
  send(
    to: HandleAddress,
    message: { body: Readonly<Record<string, unknown>>; jsep?: Description } | 'detach',
  ): Promise<void>;
  /** What is wrong, in words; null while Janus answers. `version` is of the last one that did. */
  state(): { problem: string | null; version: string };
  stop(): void;
}

interface ClientOptions {
  url: string;
  secret: string | null;
  logger: Logger;
  /** All handles of this process are gone. */
  onLost(): void;
}

interface Session {
  id: number;
  line: Line;
  listeners: Map<number, (message: HandleMessage) => void>;
  control: number;
}

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** @param jsep never trickled: browsers are found by their first packet */
const message = (
  { session, handle }: HandleAddress,
  body: Readonly<Record<string, unknown>>,
  jsep?: Description,
) => ({
  janus: 'message',
  session_id: session,
  handle_id: handle,
  body,
  ...(jsep ? { jsep: { ...jsep, trickle: false } } : {}),
});

function answerOf(answer: JanusMessage): PluginAnswer {
  if ((answer.janus !== 'success' && answer.janus !== 'event') || !answer.plugindata)
    throw new JanusAway(`Janus answered ${answer.janus} where its plugin was asked`);
  const { data } = answer.plugindata;
  if (data.error_code !== undefined) throw new JanusRefusal(data.error_code, data.error ?? 'no reason given');
  return { data, jsep: answer.janus === 'event' ? (answer.jsep ?? null) : null };
}

function idOf(answer: JanusMessage): number {
  if (answer.janus !== 'success' || !answer.data) throw new JanusAway('Janus gave no id');
  return answer.data.id;
}

/** Why it could not be reached, for whoever runs Loge. */
function explain(error: unknown): string {
  if (isRefusal(error, CODES.unauthorized)) return 'Janus refuses our secret: JANUS_SECRET is not its api_secret';
  if (isRefusal(error, CODES.noSuchPlugin)) return `Janus runs without ${PLUGIN}`;
  return error instanceof Error ? error.message : String(error);
}

/** Connects in the background, and again after each loss. */
export function createJanusClient({ url, secret, logger, onLost }: ClientOptions): JanusClient {
  let session: Session | null = null;
  let problem: string | null = 'not connected yet';
  let version = 'unknown';
  let stopped = false;
  const stopping = new AbortController();
  /** Those who wait for it to come back. */
  const waiting = new Set<() => void>();

  async function connect(): Promise<{ session: Session; ended: Promise<void> }> {
    const end = Promise.withResolvers<void>();
    const listeners: Session['listeners'] = new Map();
    const line = await openLine({
      url,
      secret,
      onMessage(received) {
        if (received.janus === 'timeout') line.end();
        else if ('sender' in received) listeners.get(received.sender)?.(received);
      },
      onEnd: end.resolve,
    });
    try {
      const info = await line.ask({ janus: 'info' }, false);
      if (info.janus === 'server_info') version = info.version_string;
      const id = idOf(await line.ask({ janus: 'create' }, false));
      const control = idOf(await line.ask({ janus: 'attach', session_id: id, plugin: PLUGIN }, false));
      return { session: { id, line, listeners, control }, ended: end.promise };
    } catch (error) {
      line.end();
      throw error;
    }
  }

  /** A line that is cut somewhere says nothing: only a question that is not answered tells. */
  async function keepAlive({ id, line }: Session, ended: Promise<void>): Promise<void> {
    let over = false;
    void ended.then(() => {
      over = true;
    });
    while (!over) {
      await Promise.race([ended, wait(KEEPALIVE_EVERY, )]);
      if (over) return;
      try {
        await line.ask({ janus: 'keepalive', session_id: id }, false);
      } catch (error) {
        logger.warn({ reason: explain(error) }, 'Janus does not answer');
        line.end();
      }
    }
  }
  return null as never;
}
