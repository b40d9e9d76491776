import { setTimeout as wait } from 'node:timers/promises';
import {
  type Body,
  CODES,
  type Description,
  type HandleAddress,
  isRefusal,
  JanusAway,
  madeId,
  type PluginAnswer,
  type PluginData,
  pluginAnswer,
  pluginMessage,
} from './messages.ts';
import { type HandleListener, openSession, PLUGIN, type Session, type SessionOptions } from './session.ts';

const RETRY = { first: 200, longest: 2_000 };
/** As long as a command may wait for a Janus that is just coming back. */
const PATIENCE = 2_000;

/** A handle of this process in the video room plugin. */
export interface Handle extends HandleAddress {
  /** One request to the plugin, and the event that answers it. @throws JanusRefusal, JanusAway */
  request(body: Body, jsep?: Description): Promise<PluginAnswer>;
  /** Detaches it, with its connection to a browser. Detaching it twice is no error. */
  detach(): Promise<void>;
}

/** A process' session with Janus, made again for as long as it takes. */
export interface JanusClient {
  /** @throws JanusRefusal, JanusAway */
  attach(listener: HandleListener): Promise<Handle>;
  /**
   * Sends a request that concerns no participant: about rooms and lists, which the plugin answers
   * at once.
   * @throws JanusRefusal, JanusAway
   */
  control(body: Body): Promise<PluginData>;
  /**
   * Says something to a handle of any process; what the plugin answers goes to that one.
   * @returns whether it is there
   * @throws JanusRefusal, JanusAway
   */
  tell(to: HandleAddress, body: Body, jsep?: Description): Promise<boolean>;
  /** Detaches a handle of any process. Detaching it twice is no error. */
  detach(address: HandleAddress): Promise<void>;
  /** `problem` describes the fault; null while Janus answers. */
  state(): { problem: string | null; version: string };
  stop(): void;
}

interface ClientOptions extends SessionOptions {
  /** All handles of this process are gone. */
  onLost(): void;
}

/** Why it is not reached, for the operator. */
function explain(error: unknown): string {
  if (isRefusal(error, CODES.unauthorized))
    return 'Janus refuses our secret: JANUS_SECRET is not its api_secret';
  if (isRefusal(error, CODES.noSuchPlugin)) return `Janus runs without ${PLUGIN}`;
  return error instanceof Error ? error.message : String(error);
}

const isGone = (error: unknown) => isRefusal(error, CODES.noSuchSession, CODES.noSuchHandle);

/** Connects in the background, and again after each loss. */
export function createJanusClient({ onLost, ...options }: ClientOptions): JanusClient {
  const { logger } = options;
  let session: Session | null = null;
  let version = 'unknown';
  let problem: string | null = 'not connected yet';
  const stopping = new AbortController();
  const { signal } = stopping;
  /** Those who wait for it to come back. */
  const waiting = new Set<() => void>();

  async function stayConnected(): Promise<void> {
    let pause = RETRY.first;
    while (!signal.aborted) {
      try {
        session = await openSession(options);
        if (signal.aborted) session.end();
        ({ version } = session);
        problem = null;
        pause = RETRY.first;
        for (const goOn of waiting) goOn();
        await session.ended;
        problem = 'Janus is gone';
        session = null;
        if (!signal.aborted) {
          logger.warn({ away: 'janus' }, 'Janus is gone: the rooms on it are made again');
          onLost();
        }
      } catch (error) {
        logger.warn({ away: 'janus', reason: explain(error) }, 'Janus is not reached');
        problem = explain(error);
      }
      await wait(pause, undefined, { signal }).catch(() => undefined); // stopped meanwhile: the loop ends
      pause = Math.min(pause * 2, RETRY.longest);
    }
  }
  void stayConnected();

  /** @throws JanusAway when it does not come within our patience */
  async function present(): Promise<Session> {
    if (session) return session;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, PATIENCE);
    waiting.add(resolve);
    await promise;
    clearTimeout(timer);
    waiting.delete(resolve);
    if (!session) throw new JanusAway(problem ?? 'Janus is gone');
    return session;
  }

  const detach = async ({ session: id, handle }: HandleAddress): Promise<void> => {
    const current = session;
    if (!current) return;
    current.listeners.delete(handle);
    try {
      await current.ask({ janus: 'detach', session_id: id, handle_id: handle }, false);
    } catch (error) {
      if (!(error instanceof JanusAway) && !isGone(error)) throw error;
    }
  };

  return {
    detach,
    async attach(listener) {
      const current = await present();
      const handle = madeId(
        await current.ask({ janus: 'attach', session_id: current.id, plugin: PLUGIN }, false),
      );
      current.listeners.set(handle, listener);
      const address = { session: current.id, handle };
      return {
        ...address,
        request: async (body, jsep) =>
          pluginAnswer(await current.ask(pluginMessage(address, body, jsep), true)),
        detach: () => detach(address),
      };
    },
    async control(body) {
      const current = await present();
      const address = { session: current.id, handle: current.control };
      return pluginAnswer(await current.ask(pluginMessage(address, body), true)).data;
    },
    async tell(to, body, jsep) {
      const current = await present();
      try {
        await current.ask(pluginMessage(to, body, jsep), false);
        return true;
      } catch (error) {
        if (!isGone(error)) throw error;
        return false;
      }
    },
    state: () => ({ problem, version }),
    stop() {
      stopping.abort();
      session?.end();
    },
  };
}
