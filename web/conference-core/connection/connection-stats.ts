/** The figures of a connection, computed from two readings of getStats (W3C WebRTC Statistics). */
export interface ConnectionReading {
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

export interface Report {
  type?: string;
  [name: string]: unknown;
}

const number = (value: unknown): number => (typeof value === 'number' ? value : 0);
const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** @returns the reading, and the counters that the next one is measured from */
export function readConnection(
  stats: ReadonlyMap<string, Report>,
  at: number,
  before: Counters | null,
): { reading: ConnectionReading; counters: Counters } {
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

/** The counters of getStats at one moment (W3C WebRTC Statistics). */
export interface ConnectionSample {
  /** Milliseconds on any clock. */
  at: number;
  bytesSent: number;
  bytesReceived: number;
  packetsSent: number;
  packetsReceived: number;
  framesSent: number;
  /**
   * Bits per second that the browser believes the connection carries; null when it does not say.
   */
  available: number | null;
  /** Packets that the server did not get, and packets that did not come back. */
  lostUp: number;
  lostDown: number;
  /** Seconds; null before the first answer. */
  roundTrip: number | null;
  jitter: number | null;
  protocol: string | null;
}

/** The figures of a connection while it was measured. */
export interface ConnectionFigures {
  /** Milliseconds; null when nothing was answered. */
  roundTrip: number | null;
  jitter: number | null;
  /** 0 to 1, of the worse direction. */
  loss: number;
  /** Kilobits per second. */
  sent: number;
  received: number;
  /** The bandwidth that the browser estimates; null when it does not say. */
  available: number | null;
  /** Pictures a second that this device made. */
  frames: number;
  /** `udp`, `tcp`; null when the browser does not say. */
  protocol: string | null;
}

export function sampleOf(stats: ReadonlyMap<string, Report>, at: number): ConnectionSample {
  const all = [...stats.values()];
  const one = (type: string) => all.find((report) => report.type === type);
  const outbound = one('outbound-rtp');
  const inbound = one('inbound-rtp');
  const farEnd = one('remote-inbound-rtp');
  const pair = all.find(
    ({ type, nominated, state }) => type === 'candidate-pair' && nominated === true && state === 'succeeded',
  );
  const protocol = pair && stats.get(String(pair.localCandidateId))?.protocol;
  return {
    at,
    bytesSent: number(outbound?.bytesSent),
    bytesReceived: number(inbound?.bytesReceived),
    packetsSent: number(outbound?.packetsSent),
    packetsReceived: number(inbound?.packetsReceived),
    framesSent: number(outbound?.framesEncoded),
    available: numberOrNull(pair?.availableOutgoingBitrate),
    lostUp: number(farEnd?.packetsLost),
    lostDown: number(inbound?.packetsLost),
    roundTrip: numberOrNull(pair?.currentRoundTripTime) ?? numberOrNull(farEnd?.roundTripTime),
    jitter: numberOrNull(inbound?.jitter),
    protocol: typeof protocol === 'string' ? protocol : null,
  };
}

const mean = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
};
const share = (lost: number, of: number): number => (of <= 0 ? 0 : Math.min(1, Math.max(0, lost) / of));

/** @returns what came between the first and the last sample; null with fewer than two */
export function figuresOf(samples: readonly ConnectionSample[]): ConnectionFigures | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || last.at <= first.at) return null;
  const seconds = (last.at - first.at) / 1000;
  const rate = (now: number, then: number) => Math.max(0, ((now - then) * 8) / 1000 / seconds);
  const came = last.packetsReceived - first.packetsReceived;
  const lostDown = last.lostDown - first.lostDown;
  const available = mean(samples.map((sample) => sample.available));
  const milliseconds = (value: number | null) => (value === null ? null : value * 1000);
  return {
    roundTrip: milliseconds(mean(samples.map(({ roundTrip }) => roundTrip))),
    jitter: milliseconds(mean(samples.map(({ jitter }) => jitter))),
    loss: Math.max(
      share(last.lostUp - first.lostUp, last.packetsSent - first.packetsSent),
      share(lostDown, came + Math.max(0, lostDown)),
    ),
    sent: rate(last.bytesSent, first.bytesSent),
    received: rate(last.bytesReceived, first.bytesReceived),
    available: available === null ? null : available / 1000,
    frames: (last.framesSent - first.framesSent) / seconds,
    protocol: last.protocol,
  };
}
