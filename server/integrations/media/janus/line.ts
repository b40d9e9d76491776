import { WebSocket } from 'ws';
import { JanusAway, type JanusMessage, JanusRefusal, readMessage } from './messages.ts';

/** One websocket to Janus, until it ends. */
export interface Line {
  /**
   * Sends, and waits for what answers it: with `settled` an acknowledgement is not an answer yet.
   * @throws JanusRefusal, JanusAway
   */
  ask(request: Readonly<Record<string, unknown>>, settled: boolean): Promise<JanusMessage>;
  /** Ends it at once. */
  end(): void;
}

interface LineOptions {
  url: string;
  /** Janus' `api_secret`. */
  secret: string | null;
  /** Milliseconds that an answer may take. */
  answerWithin: number;
  /** What answers nothing. */
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
export async function openLine({
  url,
  secret,
  answerWithin,
  onMessage,
  onSilence,
  onEnd,
}: LineOptions): Promise<Line> {
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
