import type { LineQuality } from '#product/conference/rules/lines.ts';
import type { ConnectionFigures, ConnectionReading } from './connection-stats.ts';

/** Everything that a connection test found out. */
export interface ConnectionFacts {
  /** Milliseconds that Loge took to answer over the websocket; null when it could not be opened. */
  socket: number | null;
  /**
   * `blocked`: no way for picture and sound to the server. `unavailable`: no server to measure
   * with.
   */
  media: ConnectionFigures | 'blocked' | 'unavailable';
  /** Whether the relay answers; `none` where Loge has none. */
  relay: 'reachable' | 'unreachable' | 'none';
}

export type ConnectionRating = 'good' | 'fair' | 'poor' | 'failed' | 'unknown';

/** The reasons why a connection is not good. */
export type ConnectionIssue =
  | 'socket'
  | 'blocked'
  | 'relayed'
  | 'loss'
  | 'delay'
  | 'rate'
  | 'unmeasured'
  | 'busy';

/** Good below the first, poor beyond the second (Daily's). */
const LOSS = { good: 0.05, poor: 0.1 };
/** Milliseconds (Daily's). */
const DELAY = { good: 300, poor: 600 };
/**
 * Kilobits per second: good from the first on (Daily's), poor below the second, which a voice and a
 * small picture need.
 */
const RATE = { good: 1100, poor: 400 };

/**
 * Pictures a second, of the thirty that are asked for. With fewer, this device sends too little: it
 * does not show that the connection carries too little.
 */
const BUSY = 20;

type Grade = 'good' | 'fair' | 'poor';
const upTo = (value: number, { good, poor }: { good: number; poor: number }): Grade =>
  value < good ? 'good' : value <= poor ? 'fair' : 'poor';
const from = (value: number, { good, poor }: { good: number; poor: number }): Grade =>
  value >= good ? 'good' : value >= poor ? 'fair' : 'poor';
const ORDER: readonly Grade[] = ['good', 'fair', 'poor'];

/**
 * Kilobits per second that the connection carries; of a device that is too busy to fill it, the
 * browser's own estimate.
 */
const rateOf = ({ sent, received, available, frames }: ConnectionFigures): number =>
  Math.max(Math.min(sent, received), frames < BUSY ? (available ?? 0) : 0);

/**
 * The worst finding decides, and everything that is not good is listed. A busy device is listed and
 * does not count.
 */
export function rateConnection({ socket, media, relay }: ConnectionFacts): {
  rating: ConnectionRating;
  issues: ConnectionIssue[];
} {
  if (socket === null) return { rating: 'failed', issues: ['socket'] };
  if (media === 'blocked')
    return relay === 'reachable'
      ? { rating: 'fair', issues: ['relayed'] }
      : { rating: 'failed', issues: ['blocked'] };
  if (media === 'unavailable') return { rating: 'unknown', issues: ['unmeasured'] };
  const grades: [ConnectionIssue, Grade][] = [
    ['loss', upTo(media.loss, LOSS)],
    ['delay', upTo(media.roundTrip ?? 0, DELAY)],
    ['rate', from(rateOf(media), RATE)],
  ];
  const worst = Math.max(...grades.map(([, grade]) => ORDER.indexOf(grade)));
  return {
    rating: ORDER[worst] ?? 'good',
    issues: [
      ...grades.filter(([, grade]) => grade !== 'good').map(([issue]) => issue),
      ...(media.frames < BUSY ? (['busy'] as const) : []),
    ],
  };
}

export type Quality = LineQuality;

/** Daily's thresholds: good below 5 % loss and 300 ms, poor beyond 10 % or 600 ms. */
export function qualityOf({ loss, roundTrip }: Pick<ConnectionReading, 'loss' | 'roundTrip'>): Quality {
  const delay = roundTrip ?? 0;
  if (loss > 0.1 || delay > 600) return 'poor';
  return loss > 0.05 || delay > 300 ? 'fair' : 'good';
}

const WORSE: readonly Quality[] = ['good', 'fair', 'poor'];

/**
 * How good one's own connection is, from those with several others: one of them may be poor for
 * another reason, most are not. Null when none was measured.
 */
export function typicalOf(lines: readonly Pick<ConnectionReading, 'loss' | 'roundTrip'>[]): Quality | null {
  const sorted = lines.map(qualityOf).toSorted((a, b) => WORSE.indexOf(a) - WORSE.indexOf(b));
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}
