import { createHmac } from 'node:crypto';
import { isIP, isIPv6 } from 'node:net';

export interface Asked {
  /** The header `X-Forwarded-For`, as it came. */
  forwarded: string | string[] | null | undefined;
  /** Where the connection comes from. */
  remote: string | undefined;
}

/**
 * The network address a request comes from.
 * @param trustProxy whether a proxy of ours is in front of the server: then the last entry of the
 *   header is the one that the proxy wrote; a client can invent those before it
 * @returns null when it is not known
 */
export function addressOf({ forwarded, remote }: Asked, trustProxy: boolean): string | null {
  const header = Array.isArray(forwarded) ? forwarded.join(',') : forwarded;
  const written = trustProxy ? header?.split(',').at(-1)?.trim() : undefined;
  const address = (written ?? remote ?? '').replace(/^::ffff:/, '');
  return isIP(address) === 0 ? null : address;
}

/**
 * The key by which rate limits count a network address. An IPv6 customer may have a whole /48 (RFC
 * 6177), so all addresses of a /48 share one key.
 * @param address null when it is not known: all such requests share one key
 */
export function placeOf(address: string | null): string {
  if (address === null || !isIPv6(address)) return address ?? 'unknown';
  const [left = [], right] = address
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = right === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...(right ?? [])];
  const network = groups.slice(0, 3).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/48`;
}

/**
 * The stored digest of the place that a request comes from: enough to count, and no address in
 * clear.
 */
export const digestOfPlace = (asked: Asked, trustProxy: boolean, secret: Buffer): string =>
  createHmac('sha256', secret)
    .update(placeOf(addressOf(asked, trustProxy)))
    .digest('base64url');
