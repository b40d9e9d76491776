import { lookup } from 'node:dns/promises';
import { connect, type TLSSocket } from 'node:tls';

/**
 * The network as fetching needs it, in two steps, so that the address which was checked is the
 * address that is dialled: between a check of a name and a connection to that name, anybody who
 * owns the name could change where it leads.
 */
export interface Network {
  /** Every address that the name has now; rejects or is empty when it has none. */
  resolve(host: string): Promise<readonly string[]>;
  /**
   * Opens TLS to that very address, the certificate checked for the host. The socket may still be
   * connecting.
   */
  dial(address: string, host: string): TLSSocket;
}

export const internet: Network = {
  async resolve(host) {
    const found = await lookup(host, { all: true, order: 'ipv4first' });
    return found.map(({ address }) => address);
  },
  dial: (address, host) =>
    connect({ host: address, port: 443, servername: host, ALPNProtocols: ['http/1.1'] }),
};
