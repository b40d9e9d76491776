/** What of a packet's header changes on its way through. */
export interface Place {
  /** 16 bit. */
  sequenceNumber: number;
  /** 32 bit, in ticks of the clock rate. */
  timestamp: number;
}

export interface Rewriter {
  next(place: Place): Place;
  /** What comes next is of another source, or comes after a pause: it is joined to what was sent, without a gap. */
  restart(): void;
}

const mod = (value: number, size: number): number => ((value % size) + size) % size;
/** The way from one 16 bit number to another, the shorter one: negative is backwards. */
const distance = (from: number, to: number): number => mod(to - from + 32_768, 65_536) - 32_768;

/**
 * Keeps what somebody receives one stream, although its publisher may come back with new numbers, and packets may be left out on purpose.
 * @param now milliseconds, of any clock that only rises
 */
export function createRewriter(clockRate: number, now: () => number): Rewriter {
  let offset: Place | null = null;
  let last: (Place & { at: number }) | null = null;
  const startAt = (place: Place): Place => {
    if (!last) return { sequenceNumber: 0, timestamp: 0 };
    const ticks = Math.max(1, Math.round(((now() - last.at) * clockRate) / 1000));
    return {
      sequenceNumber: last.sequenceNumber + 1 - place.sequenceNumber,
      timestamp: last.timestamp + ticks - place.timestamp,
    };
  };
  return {
    next(place) {
      offset ??= startAt(place);
      const sent = {
        sequenceNumber: mod(place.sequenceNumber + offset.sequenceNumber, 2 ** 16),
        timestamp: mod(place.timestamp + offset.timestamp, 2 ** 32),
      };
      // A packet that was sent again does not move the end.
      if (!last || distance(last.sequenceNumber, sent.sequenceNumber) > 0) last = { ...sent, at: now() };
      return sent;
    },
    restart() {
      offset = null;
    },
  };
}
