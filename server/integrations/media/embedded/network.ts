import { networkInterfaces } from 'node:os';

/** Where browsers reach the media server. */
export interface MediaNetwork {
  /** IPv4 addresses told to browsers; null: whichever the machine has. */
  addresses: readonly string[] | null;
  /** UDP ports, both ends included; null: whichever are free. */
  ports: readonly [number, number] | null;
}

/**
 * IPv4, loopback last: a machine that nobody knows by a public address is reached from its own
 * network, or from itself.
 */
export function addressesOf({ addresses }: MediaNetwork): readonly string[] {
  if (addresses) return addresses;
  const found = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
  return [...new Set(found), '127.0.0.1'];
}

/**
 * Hands out ports of a range, because werift looks for a free port before it binds, and crashes
 * when another socket was faster.
 */
export interface Ports {
  /** @returns a free pair of ports; null when all are taken */
  take(): [number, number] | null;
  giveBack(pair: readonly [number, number]): void;
}

export function createPorts([first, last]: readonly [number, number]): Ports {
  const free: number[] = [];
  for (let port = first; port + 1 <= last; port += 2) free.push(port);
  return {
    // The one that was free for longest, so that late packets for its last user do not reach the
    // next one.
    take: () => {
      const port = free.shift();
      return port === undefined ? null : [port, port + 1];
    },
    giveBack: ([port]) => {
      free.push(port);
    },
  };
}
