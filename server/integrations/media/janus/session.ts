import type { Logger } from 'pino';
import { WebSocket } from 'ws';
import {
  type Body,
  type HandleMessage,
  JanusAway,
  type JanusMessage,
  JanusRefusal,
  madeId,
  readMessage,
} from './messages.ts';

/** One websocket to Janus, until it ends. */
interface JanusSocket {
  /**
   * Sends, and waits for what answers it: with `settled` an acknowledgement is not an answer yet.
   * @throws JanusRefusal, JanusAway
   */
  ask(request: Readonly<Record<string, unknown>>, settled: boolean): Promise<JanusMessage>;
  /** Ends it at once. */
  end(): void;
}

interface SocketOptions {
  url: string;
  /** Janus' `api_secret`. */
  secret: string | null;
  /** Milliseconds that an answer may take. */
  answerWithin: number;
  /** A message that is no answer to a request. */
  onMessage(message: JanusMessage): void;
  /** Something was not answered in time. */
  onSilence(): void;
  /** Once, however it ended. */
  onEnd(): void;
}

const CONNECT_WITHIN = 3_000;
/** An offer to a subscriber of four media is about 6 KB. */
const LARGEST = 1024 * 1024;

interface Waiting {
  settled: boolean;
  resolve(message: JanusMessage): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

/** @throws JanusAway when nobody opens */
async function openSocket({
  url,
  secret,
  answerWithin,
  onMessage,
  onSilence,
  onEnd,
}: SocketOptions): Promise<JanusSocket> {
  const socket = new WebSocket(url, 'janus-protocol', {
    handshakeTimeout: CONNECT_WITHIN,
    maxPayload: LARGEST,
    perMessageDeflate: false,
  });
  const waiting = new Map<string, Waiting>();
  let count = 0;

  function settle(transaction: string, outcome: JanusMessage | Error): void {
    const entry = waiting.get(transaction);
    if (!entry) return; // it waited too long, or never asked
    if (!(outcome instanceof Error) && outcome.janus === 'ack' && entry.settled) return;
    waiting.delete(transaction);
    clearTimeout(entry.timer);
    if (outcome instanceof Error) entry.reject(outcome);
    else if (outcome.janus === 'error')
      entry.reject(new JanusRefusal(outcome.error.code, outcome.error.reason));
    else entry.resolve(outcome);
  }

  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.on('error', (error) => reject(new JanusAway(`no Janus at ${url}: ${error.message}`)));
  });
  socket.on('message', (data) => {
    const message = readMessage(String(data));
    if (!message) return;
    const transaction = 'transaction' in message ? message.transaction : undefined;
    if (transaction !== undefined && waiting.has(transaction)) settle(transaction, message);
    else onMessage(message);
  });
  socket.once('close', () => {
    for (const transaction of [...waiting.keys()]) settle(transaction, new JanusAway('Janus is gone'));
    onEnd();
  });

  return {
    ask(request, settled) {
      return new Promise((resolve, reject) => {
        if (socket.readyState !== WebSocket.OPEN) {
          reject(new JanusAway('Janus is gone'));
          return;
        }
        count += 1;
        const transaction = String(count);
        const timer = setTimeout(() => {
          settle(transaction, new JanusAway(`Janus did not answer within ${answerWithin} ms`));
          onSilence();
        }, answerWithin);
        waiting.set(transaction, { settled, resolve, reject, timer });
        socket.send(
          JSON.stringify({ ...request, transaction, ...(secret === null ? {} : { apisecret: secret }) }),
        );
      });
    },
    end: () => socket.terminate(),
  };
}

export const PLUGIN = 'janus.plugin.videoroom';
/** Janus gives a session up after a minute of silence by default. */
const KEEPALIVE_EVERY = 15_000;

/** Receives Janus's events about one handle. */
export type HandleListener = (message: HandleMessage) => void;

/** This process's session in Janus, which lasts as long as its connection. */
export interface Session {
  id: number;
  /** Of Janus, in words. */
  version: string;
  /** A handle for what concerns no participant. */
  control: number;
  listeners: Map<number, HandleListener>;
  /** @throws JanusRefusal, JanusAway */
  ask(request: Body, settled: boolean): Promise<JanusMessage>;
  /** Once it is over, however it came. */
  ended: Promise<void>;
  end(): void;
}

export interface SessionOptions {
  url: string;
  /** Janus' `api_secret`. */
  secret: string | null;
  /** Milliseconds that an answer may take. */
  answerWithin: number;
  logger: Logger;
}

/** @throws JanusRefusal when Janus wants another secret or has no video rooms, JanusAway */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { logger, ...where } = options;
  /** Something was not answered, and whether anything is will show. */
  let inDoubt = false;
  const end = Promise.withResolvers<void>();
  const listeners: Session['listeners'] = new Map();
  const connection = await openSocket({
    ...where,
    onMessage(received) {
      if (received.janus === 'timeout') connection.end();
      else if ('sender' in received) listeners.get(received.sender)?.(received);
    },
    onSilence() {
      if (inDoubt) connection.end();
      else {
        inDoubt = true;
        probe();
      }
    },
    onEnd: end.resolve,
  });
  let own: number | null = null;
  // A broken connection is silent, and so is a Janus that hangs: only a question without an answer
  // shows it.
  function probe(): void {
    connection.ask(own === null ? { janus: 'info' } : { janus: 'keepalive', session_id: own }, false).then(
      () => {
        inDoubt = false;
      },
      (error: unknown) => {
        logger.warn({ away: 'janus', reason: String(error) }, 'Janus does not answer');
        connection.end();
      },
    );
  }
  try {
    const info = await connection.ask({ janus: 'info' }, false);
    const version = info.janus === 'server_info' ? info.version_string : 'unknown';
    const id = madeId(await connection.ask({ janus: 'create' }, false));
    const control = madeId(await connection.ask({ janus: 'attach', session_id: id, plugin: PLUGIN }, false));
    own = id;
    const keepAlive = setInterval(probe, KEEPALIVE_EVERY);
    const ended = end.promise.then(() => clearInterval(keepAlive));
    return { id, version, control, listeners, ask: connection.ask, ended, end: connection.end };
  } catch (error) {
    connection.end();
    throw error;
  }
}
