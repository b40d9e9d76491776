import { RtcpRrPacket, type RtpPacket } from 'werift';
import { type Connection, type ConnectionDeps, createConnection } from './connection.ts';
import { WATCHES } from './description.ts';
import { LAYOUT, type Medium } from './layout.ts';
import { createRewriter } from './rewriter.ts';

/** One participant who watches another. */
export interface Subscription {
  readonly connection: Connection;
  readonly offer: string;
  accept(answer: string): Promise<void>;
  /** Passes a packet on; it is not changed. */
  send(medium: Medium, packet: RtpPacket): void;
  /** The share of packets that the watcher missed lately. */
  loss(): number;
  /** What comes next is of another source, or comes after a pause. */
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
