/** What a connection carries, from two readings of getStats (W3C WebRTC Statistics). */
export interface LineReading {
  /** Milliseconds; null before the first answer. */
  roundTrip: number | null;
  /** Share of the packets that never came, 0 to 1. */
  loss: number;
  /** Kilobits per second. */
  received: number;
  sent: number;
  width: number | null;
  height: number | null;
  framesPerSecond: number | null;
  /** Through a TURN server. */
  relayed: boolean;
}

export interface Counters {
  at: number;
  bytesReceived: number;
  bytesSent: number;
  packetsReceived: number;
  packetsLost: number;
}

interface Report {
  type?: string;
  [name: string]: unknown;
}

const number = (value: unknown): number => (typeof value === 'number' ? value : 0);
const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** @returns the reading, and the counters that the next one is measured from */
export function readLine(
  stats: ReadonlyMap<string, Report>,
  at: number,
  before: Counters | null,
): { reading: LineReading; counters: Counters } {
  const all = [...stats.values()];
  const inbound = all.filter(({ type }) => type === 'inbound-rtp');
  const pair = all.find(
    ({ type, nominated, state }) => type === 'candidate-pair' && nominated === true && state === 'succeeded',
  );
  const picture = inbound.find(({ kind, frameWidth }) => kind === 'video' && number(frameWidth) > 0);
  const local = pair && stats.get(String(pair.localCandidateId));
  const remote = pair && stats.get(String(pair.remoteCandidateId));
  const sum = (name: string) => inbound.reduce((total, report) => total + number(report[name]), 0);
  const counters: Counters = {
    at,
    bytesReceived: number(pair?.bytesReceived),
    bytesSent: number(pair?.bytesSent),
    packetsReceived: sum('packetsReceived'),
    packetsLost: sum('packetsLost'),
  };
  const since = before ?? counters;
  const seconds = Math.max(0.001, (counters.at - since.at) / 1000);
  const rate = (now: number, then: number) => (before ? Math.max(0, ((now - then) * 8) / 1000 / seconds) : 0);
  const lost = Math.max(0, counters.packetsLost - since.packetsLost);
  const came = Math.max(0, counters.packetsReceived - since.packetsReceived);
  const roundTrip = numberOrNull(pair?.currentRoundTripTime);
  return {
    counters,
    reading: {
      roundTrip: roundTrip === null ? null : roundTrip * 1000,
      loss: lost + came === 0 ? 0 : lost / (lost + came),
      received: rate(counters.bytesReceived, since.bytesReceived),
      sent: rate(counters.bytesSent, since.bytesSent),
      width: numberOrNull(picture?.frameWidth),
      height: numberOrNull(picture?.frameHeight),
      framesPerSecond: numberOrNull(picture?.framesPerSecond),
      relayed: local?.candidateType === 'relay' || remote?.candidateType === 'relay',
    },
  };
}

export type Quality = 'good' | 'fair' | 'poor';

/** Daily's thresholds: good below 5 % loss and 300 ms, poor beyond 10 % or 600 ms. */
export function qualityOf({ loss, roundTrip }: Pick<LineReading, 'loss' | 'roundTrip'>): Quality {
  const delay = roundTrip ?? 0;
  if (loss > 0.1 || delay > 600) return 'poor';
  return loss > 0.05 || delay > 300 ? 'fair' : 'good';
}

const WORSE: readonly Quality[] = ['good', 'fair', 'poor'];

/** How one's own line is, from those to several others: one of them may be weak by itself, most are not. Null when none was measured. */
export function typicalOf(lines: readonly Pick<LineReading, 'loss' | 'roundTrip'>[]): Quality | null {
  const sorted = lines.map(qualityOf).toSorted((a, b) => WORSE.indexOf(a) - WORSE.indexOf(b));
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}

export const QUALITY_TEXT: Readonly<Record<Quality, string>> = {
  good: 'Connexion bonne',
  fair: 'Connexion moyenne',
  poor: 'Connexion faible',
};
