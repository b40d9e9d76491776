import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:tls';
import type { Network } from '../network.ts';
import { selfSigned } from './certificate.ts';

export interface CalendarHost {
  /** `https://agenda.exemple.fr`: an address that looks public, and is served here. */
  origin: string;
  /** A simulated Internet: names resolve as `names` says, and every connection ends at this host. */
  network: Network;
  /** Host name -> addresses. Unknown names have none. */
  names: Map<string, string[]>;
  /** `address host` of each dial, in order. */
  dials: string[];
  close(): Promise<void>;
}

/** An address that is on the Internet, and is never dialled by a test. */
export const PUBLIC_ADDRESS = '93.184.215.14';

/** A real HTTPS server for calendars. Trust in its certificate comes with its network, and from nowhere else. */
export async function openCalendarHost(
  answer: RequestListener,
  options: { host?: string; certifiedFor?: string; trusted?: boolean } = {},
): Promise<CalendarHost> {
  const { host = 'agenda.exemple.fr', certifiedFor = host, trusted = true } = options;
  const { cert, key } = selfSigned(certifiedFor);
  const server = createServer({ cert, key }, answer);
  server.on('tlsClientError', () => undefined); // clients that hang up or distrust are part of the tests
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const names = new Map([[host, [PUBLIC_ADDRESS]]]);
  const dials: string[] = [];
  return {
    origin: `https://${host}`,
    names,
    dials,
    network: {
      resolve: async (name) => names.get(name) ?? [],
      dial(address, name) {
        dials.push(`${address} ${name}`);
        return connect({ host: '127.0.0.1', port, servername: name, ...(trusted ? { ca: cert } : {}) });
      },
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
