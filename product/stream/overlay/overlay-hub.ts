import type pg from 'pg';
import type { Logger } from 'pino';
import { streamTopic, TRIED } from '../overlay-address.ts';
import { ALERT_SECONDS, readStream, type Shown, type Stream } from '../read-stream.ts';
import { alertText } from '../rules/initial.ts';

/** A message to an open overlay. */
export type OverlayEvent =
  | { type: 'shown'; shown: Shown }
  | { type: 'alert'; text: string }
  /** The address was renewed, or the streamer is not seen any more: nothing more will come. */
  | { type: 'gone' };

export interface HubDeps {
  pool: pg.Pool;
  /** Hears the events of a private topic of realtime; a lost one is made up for by `EVERY`. */
  hear: (topic: string, listener: (event: string) => void) => () => void;
  logger: Pick<Logger, 'error'>;
  now?: () => Date;
}

/** The time passes too: places that have become too near, a countdown, an evening that begins. */
const EVERY = 20_000;
/** Between two readings of one streamer, however fast places are taken. */
const APART = 250;
/** A streamer has a few scenes in OBS, and a page with previews. */
const MOST_OF_ONE = 20;
const MOST = 2_000;

interface Listener {
  tokenHash: Buffer;
  /** Alerts of places that were taken after this, in ms since 1970, are still to be told. */
  since: number;
  told: Set<string>;
  lastShown: string;
  send: (event: OverlayEvent) => void;
}

interface Watched {
  listeners: Set<Listener>;
  read: () => void;
  close: () => void;
}

/**
 * Tells the open overlays of this process what has changed. Each streamer is read once for all of
 * their overlays: when realtime tells of a free start or of a place that was taken, and every 20
 * seconds.
 */
export function createOverlayHub({ pool, hear, logger, now = () => new Date() }: HubDeps) {
  const watched = new Map<string, Watched>();
  let count = 0;

  /** A fault of one overlay stays with it: the others are told all the same. */
  function tellEach(listeners: ReadonlySet<Listener>, say: (listener: Listener) => void): void {
    for (const listener of [...listeners])
      try {
        say(listener);
      } catch (error) {
        logger.error({ err: error }, 'an overlay could not be told');
      }
  }

  function tell(listener: Listener, stream: Stream | null): void {
    if (stream?.tokenHash == null || !stream.tokenHash.equals(listener.tokenHash)) {
      listener.send({ type: 'gone' });
      return;
    }
    const shown = JSON.stringify(stream.shown);
    if (shown !== listener.lastShown) {
      listener.lastShown = shown;
      listener.send({ type: 'shown', shown: stream.shown });
    }
    for (const { key, at, initial } of stream.taken) {
      if (at <= listener.since || listener.told.has(key)) continue;
      listener.told.add(key);
      listener.send({ type: 'alert', text: alertText(initial) });
    }
  }

  function watch(streamerId: string): Watched {
    const listeners = new Set<Listener>();
    let state: 'idle' | 'reading' | 'again' = 'idle';
    let waiting: NodeJS.Timeout | undefined;
    const read = () => {
      if (state !== 'idle') {
        state = 'again';
        return;
      }
      state = 'reading';
      readStream(pool, streamerId, now())
        .then((stream) => tellEach(listeners, (listener) => tell(listener, stream)))
        // The overlay goes on showing what it has; the next reading is at most 20 seconds away.
        .catch((error: unknown) => logger.error({ err: error }, 'an overlay could not be read'))
        .finally(() => {
          waiting = setTimeout(() => {
            const due = state === 'again';
            state = 'idle';
            if (due && listeners.size > 0) read();
          }, APART);
        });
    };
    const hearing = [
      // Of both its names: that of the starts tells of places that are held and given back.
      hear(`starts:${streamerId}`, read),
      hear(streamTopic(streamerId), (event) => {
        if (event !== TRIED) return read();
        tellEach(listeners, ({ send }) => send({ type: 'alert', text: alertText('C') }));
      }),
    ];
    const beat = setInterval(read, EVERY).unref();
    return {
      listeners,
      read,
      close() {
        clearInterval(beat);
        clearTimeout(waiting);
        for (const end of hearing) end();
        watched.delete(streamerId);
      },
    };
  }

  return {
    /** Whether no more overlays may be opened of this streamer, or of all. */
    isFull: (streamerId: string): boolean =>
      count >= MOST || (watched.get(streamerId)?.listeners.size ?? 0) >= MOST_OF_ONE,
    /**
     * @param since ms since 1970 of the last thing that this overlay was told, when it comes back;
     *   what is older than a minute is not told any more
     * @returns ends it
     */
    open(
      { streamerId, tokenHash, since }: { streamerId: string; tokenHash: Buffer; since: number | null },
      send: Listener['send'],
    ): () => void {
      const at = now().getTime();
      const those = watched.get(streamerId) ?? watch(streamerId);
      watched.set(streamerId, those);
      const listener: Listener = {
        tokenHash,
        since: Math.max(since === null || since > at ? at : since, at - ALERT_SECONDS * 1_000),
        told: new Set(),
        lastShown: '',
        send,
      };
      those.listeners.add(listener);
      count += 1;
      those.read();
      let open = true;
      return () => {
        if (!open) return;
        open = false;
        count -= 1;
        those.listeners.delete(listener);
        if (those.listeners.size === 0) those.close();
      };
    },
  };
}
