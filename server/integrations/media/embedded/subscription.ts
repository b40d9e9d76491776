import { RtcpRrPacket, type RtpPacket } from 'werift';
import { type Connection, type ConnectionDeps, createConnection } from './connection.ts';
import { LAYOUT, type Medium, WATCHES } from './description.ts';

/** The fields of a packet's header that change on its way through. */
interface Place {
  /** 16 bit. */
  sequenceNumber: number;
  /** 32 bit, in ticks of the clock rate. */
  timestamp: number;
}

interface Rewriter {
  next(place: Place): Place;
  /**
   * The next packet is of another source or comes after a pause: it is joined to those already
   * sent, without a gap.
   */
  restart(): void;
}

const mod = (value: number, size: number): number => ((value % size) + size) % size;
/** The way from one 16 bit number to another, the shorter one: negative is backwards. */
const distance = (from: number, to: number): number => mod(to - from + 32_768, 65_536) - 32_768;

/**
 * Keeps a subscriber's packets one continuous stream, although the publisher may come back with new
 * numbers and packets may be left out on purpose.
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

/** One participant's subscription to another. */
export interface Subscription {
  readonly connection: Connection;
  readonly offer: string;
  accept(answer: string): Promise<void>;
  /** Forwards a packet, which is not changed. */
  send(medium: Medium, packet: RtpPacket): void;
  /** The share of packets that the watcher missed lately. */
  loss(): number;
  /**
   * The next packet is of another source or comes after a pause: it is joined to those already
   * sent, without a gap.
   */
  restart(medium: Medium): void;
  close(): Promise<void>;
}

/**
 * @param wantKeyFrame called when the watcher lost a picture, and when the connection stands
 * @throws MediaUnavailable
 */
export async function subscribe(
  deps: ConnectionDeps,
  wantKeyFrame: (medium: Medium) => void,
): Promise<Subscription> {
  const connection = createConnection(deps);
  try {
    const offer = await connection.offer(LAYOUT.map(({ kind }) => kind));
    const legs = new Map(
      LAYOUT.flatMap((medium, index) => {
        const sender = connection.transceivers[index]?.sender;
        if (!sender) return [];
        const leg = { sender, rewriter: createRewriter(medium.clockRate, deps.now), loss: 0 };
        sender.onPictureLossIndication.subscribe(() => wantKeyFrame(medium));
        sender.onRtcp.subscribe((packet) => {
          if (!(packet instanceof RtcpRrPacket)) return;
          const own = packet.reports.find(({ ssrc }) => ssrc === sender.ssrc);
          // In 256ths (RFC 3550, 6.4.1).
          if (own) leg.loss = own.fractionLost / 256;
        });
        return [[medium, leg] as const];
      }),
    );
    connection.onConnected(() => {
      for (const medium of LAYOUT) wantKeyFrame(medium);
    });
    return {
      connection,
      offer,
      accept: (answer) => connection.accept(answer, WATCHES),
      send(medium, packet) {
        const leg = legs.get(medium);
        if (!leg || !connection.isConnected()) return;
        const copy = packet.clone();
        Object.assign(copy.header, leg.rewriter.next(packet.header), {
          // Those of the publisher’s connection mean nothing in this one.
          extensions: [],
          extension: false,
        });
        void leg.sender.sendRtp(copy);
      },
      loss: () => Math.max(0, ...[...legs.values()].map(({ loss }) => loss)),
      restart: (medium) => legs.get(medium)?.rewriter.restart(),
      close: () => connection.close(),
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}
