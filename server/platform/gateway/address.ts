import { isIP } from 'node:net';

interface Asked {
  /** The header `X-Forwarded-For`, as it came. */
  forwarded: string | string[] | null | undefined;
  /** Where the connection comes from. */
  remote: string | undefined;
}

/**
 * The network address a request comes from.
 * @param trustProxy whether a proxy of ours stands in front: then the last entry of the header is the one that it wrote; those
 *   before it are the client's to invent
 * @returns null when it is not known
 */
export function addressOf({ forwarded, remote }: Asked, trustProxy: boolean): string | null {
  const header = Array.isArray(forwarded) ? forwarded.join(',') : forwarded;
  const written = trustProxy ? header?.split(',').at(-1)?.trim() : undefined;
  const address = (written ?? remote ?? '').replace(/^::ffff:/, '');
  return isIP(address) === 0 ? null : address;
}
