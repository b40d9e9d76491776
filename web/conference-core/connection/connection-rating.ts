import type { ConnectionFigures, ConnectionReading } from './connection-stats.ts';

/** Everything that a test of a line found out. */
export interface ConnectionFacts {
  /** Milliseconds that Loge took to answer over the websocket; null when it could not be opened. */
  socket: number | null;
  /** `blocked`: no way for picture and sound to the server. `unavailable`: no server to measure with. */
  media: ConnectionFigures | 'blocked' | 'unavailable';
  /** Whether the relay answers; `none` where Loge has none. */
  relay: 'reachable' | 'unreachable' | 'none';
}

export type Verdict = 'good' | 'fair' | 'poor' | 'failed' | 'unknown';

/** What keeps a line from being good. */
export type Complaint = 'socket' | 'blocked' | 'relayed' | 'loss' | 'delay' | 'rate' | 'unmeasured' | 'busy';

/** Good below the first, poor beyond the second (Daily's). */
const LOSS = { good: 0.05, poor: 0.1 };
/** Milliseconds (Daily's). */
const DELAY = { good: 300, poor: 600 };
/** Kilobits per second: good from the first on (Daily's), poor below the second, which a voice and a small picture need. */
const RATE = { good: 1100, poor: 400 };

/** Pictures a second, of the thirty that are asked for. With fewer it is this device that sends little, not the line that carries little. */
const BUSY = 20;

type Grade = 'good' | 'fair' | 'poor';
const upTo = (value: number, { good, poor }: { good: number; poor: number }): Grade =>
  value < good ? 'good' : value <= poor ? 'fair' : 'poor';
const from = (value: number, { good, poor }: { good: number; poor: number }): Grade =>
  value >= good ? 'good' : value >= poor ? 'fair' : 'poor';
const ORDER: readonly Grade[] = ['good', 'fair', 'poor'];

/** Kilobits per second that the line carries. A device too busy to fill it is no fault of the line: then the browser's own estimate counts. */
const rateOf = ({ sent, received, available, frames }: ConnectionFigures): number =>
  Math.max(Math.min(sent, received), frames < BUSY ? (available ?? 0) : 0);

/** The worst of what was found decides, and everything that is not good is named; a busy device is named without counting. */
export function verdictOf({ socket, media, relay }: ConnectionFacts): {
  verdict: Verdict;
  complaints: Complaint[];
} {
  if (socket === null) return { verdict: 'failed', complaints: ['socket'] };
  if (media === 'blocked')
    return relay === 'reachable'
      ? { verdict: 'fair', complaints: ['relayed'] }
      : { verdict: 'failed', complaints: ['blocked'] };
  if (media === 'unavailable') return { verdict: 'unknown', complaints: ['unmeasured'] };
  const grades: [Complaint, Grade][] = [
    ['loss', upTo(media.loss, LOSS)],
    ['delay', upTo(media.roundTrip ?? 0, DELAY)],
    ['rate', from(rateOf(media), RATE)],
  ];
  const worst = Math.max(...grades.map(([, grade]) => ORDER.indexOf(grade)));
  return {
    verdict: ORDER[worst] ?? 'good',
    complaints: [
      ...grades.filter(([, grade]) => grade !== 'good').map(([complaint]) => complaint),
      ...(media.frames < BUSY ? (['busy'] as const) : []),
    ],
  };
}

export type Quality = 'good' | 'fair' | 'poor';

/** Daily's thresholds: good below 5 % loss and 300 ms, poor beyond 10 % or 600 ms. */
export function qualityOf({ loss, roundTrip }: Pick<ConnectionReading, 'loss' | 'roundTrip'>): Quality {
  const delay = roundTrip ?? 0;
  if (loss > 0.1 || delay > 600) return 'poor';
  return loss > 0.05 || delay > 300 ? 'fair' : 'good';
}

const WORSE: readonly Quality[] = ['good', 'fair', 'poor'];

/** How one's own line is, from those to several others: one of them may be weak by itself, most are not. Null when none was measured. */
export function typicalOf(lines: readonly Pick<ConnectionReading, 'loss' | 'roundTrip'>[]): Quality | null {
  const sorted = lines.map(qualityOf).toSorted((a, b) => WORSE.indexOf(a) - WORSE.indexOf(b));
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}
