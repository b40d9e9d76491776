import type { Logger } from 'pino';
import { type Body, madeId } from './answers.ts';
import { openLine } from './line.ts';
import type { HandleMessage, JanusMessage } from './messages.ts';

export const PLUGIN = 'janus.plugin.videoroom';
/** Janus gives a session up after a minute of silence by default. */
const KEEPALIVE_EVERY = 15_000;

/** Hears what Janus says about one handle. */
export type HandleListener = (message: HandleMessage) => void;

/** What this process has in Janus, for as long as one line to it lasts. */
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
  const line = await openLine({
    ...where,
    onMessage(received) {
      if (received.janus === 'timeout') line.end();
      else if ('sender' in received) listeners.get(received.sender)?.(received);
    },
    onSilence() {
      if (inDoubt) line.end();
      else {
        inDoubt = true;
        probe();
      }
    },
    onEnd: end.resolve,
  });
  let own: number | null = null;
  // A line that is cut somewhere says nothing, nor does a Janus that hangs: only a question without an answer tells.
  function probe(): void {
    line.ask(own === null ? { janus: 'info' } : { janus: 'keepalive', session_id: own }, false).then(
      () => {
        inDoubt = false;
      },
      (error: unknown) => {
        logger.warn({ reason: String(error) }, 'Janus does not answer');
        line.end();
      },
    );
  }
  try {
    const info = await line.ask({ janus: 'info' }, false);
    const version = info.janus === 'server_info' ? info.version_string : 'unknown';
    const id = madeId(await line.ask({ janus: 'create' }, false));
    const control = madeId(await line.ask({ janus: 'attach', session_id: id, plugin: PLUGIN }, false));
    own = id;
    const keepAlive = setInterval(probe, KEEPALIVE_EVERY);
    const ended = end.promise.then(() => clearInterval(keepAlive));
    return { id, version, control, listeners, ask: line.ask, ended, end: line.end };
  } catch (error) {
    line.end();
    throw error;
  }
}
