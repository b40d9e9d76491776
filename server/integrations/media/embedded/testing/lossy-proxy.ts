import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

/** A connection between a browser and the media server that loses packets, in both directions. */
export interface LossyConnection {
  /** The server's description, with candidates that lead through the lossy connection. */
  through(sdp: string): string;
  /** Packets lost so far. */
  lost(): number;
  close(): void;
}

/** What the connection does to packets of the browser's. */
interface Oddities {
  /** Which are lost besides. */
  losesOf?: (packet: Buffer) => boolean;
  /** What comes (again) just before it. */
  precededBy?: (packet: Buffer) => Buffer | null;
}

/**
 * @param share of the packets of media, lost by a count and not by chance, so that each run of a test loses as many
 */
export async function openLossyConnection(
  share: number,
  { losesOf = () => false, precededBy = () => null }: Oddities = {},
): Promise<LossyConnection> {
  const front = createSocket('udp4');
  const back = createSocket('udp4');
  let browser: { port: number; address: string } | null = null;
  let server = 0;
  let passed = 0;
  let lost = 0;
  // A packet of the handshake comes back after a second or more: the loss begins when media flow.
  const loses = (packet: Buffer): boolean => {
    const isMedia = (packet[0] ?? 0) >= 128;
    if (!isMedia) return false;
    passed += 1;
    if (Math.floor(passed * share) === Math.floor((passed - 1) * share)) return false;
    lost += 1;
    return true;
  };
  const pass = (socket: Socket, packet: Buffer, port: number, address: string) => {
    if (!loses(packet)) socket.send(packet, port, address);
  };
  front.on('message', (packet, from) => {
    browser = from;
    if (losesOf(packet)) return;
    const sooner = precededBy(packet);
    if (sooner) back.send(sooner, server, '127.0.0.1');
    pass(back, packet, server, '127.0.0.1');
  });
  back.on('message', (packet) => {
    if (browser) pass(front, packet, browser.port, browser.address);
  });
  for (const socket of [front, back]) {
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
  }
  return {
    through: (sdp) =>
      sdp.replace(/(a=candidate:.* 127\.0\.0\.1 )(\d+)/g, (_line, start: string, port: string) => {
        server = Number(port);
        return `${start}${front.address().port}`;
      }),
    lost: () => lost,
    close() {
      front.close();
      back.close();
    },
  };
}
