import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { isIP } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { TLSSocket } from 'node:tls';
import { createGunzip } from 'node:zlib';
import ipaddr from 'ipaddr.js';
import { CalendarFault } from './calendar-fault.ts';
import { internet, type Network } from './network.ts';

const LONGEST_ADDRESS = 2_000;

/**
 * The address of a calendar as it may be fetched: https on its own port, a name and not a number for a host, no user or
 * password, no fragment. `webcal://` is how calendars write https. A host that is a number never has a certificate worth
 * asking for, and every odd spelling of one (decimal, octal, IPv6) ends here too, since `URL` writes them all plainly.
 * @throws CalendarFault bad_address
 */
export function readCalendarAddress(text: string, base?: URL): URL {
  const trimmed = text.trim().replace(/^webcals?:\/\//i, 'https://');
  const url = URL.parse(trimmed, base);
  if (url === null || url.href.length > LONGEST_ADDRESS) throw new CalendarFault('bad_address', 'not a URL');
  if (url.protocol !== 'https:') throw new CalendarFault('bad_address', `not https: ${url.protocol}`);
  if (url.username !== '' || url.password !== '') throw new CalendarFault('bad_address', 'has credentials');
  if (url.port !== '') throw new CalendarFault('bad_address', `not port 443: ${url.port}`);
  const host = url.hostname.replace(/\.$/, '');
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) throw new CalendarFault('bad_address', 'a number for a host');
  if (!host.includes('.')) throw new CalendarFault('bad_address', 'a name of the local network');
  url.hash = '';
  return url;
}

/** Global unicast: IANA has given out no other IPv6 address yet, though ipaddr.js takes the rest for ordinary ones. */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Azure's host answers its machines here: public by its number alone. */
const AZURE_HOST = '168.63.129.16';

/**
 * True for an address on the public Internet: none of IANA's special-purpose registries (RFC 6890 and later), and none that wraps an
 * IPv4 address. Anything else, what is no address included, is false.
 */
export function isPublicAddress(address: string): boolean {
  // A zone index (fe80::1%eth0) belongs to one link of this machine.
  if (address.includes('%')) return false;
  const isV4 = ipaddr.IPv4.isValidFourPartDecimal(address);
  if (!isV4 && !ipaddr.IPv6.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return isV4 ? address !== AZURE_HOST : parsed.match(GLOBAL_V6);
}

/** Largest calendar, in bytes, as it travels and as it unpacks. */
export const MOST_BYTES = 2 * 1024 * 1024;
const MOST_REDIRECTS = 3;
/** The whole fetch, names, redirects and all. */
const TIME_LIMIT_MS = 10_000;
/** One of several addresses of a name; a dead one must not spend the time of the others. */
const CONNECT_LIMIT_MS = 3_000;

/** What the last good answer said of itself, to be spared the same text again. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

export type FetchedCalendar = { changed: false } | ({ changed: true; text: string } & Validators);

export interface FetchOptions {
  /** Of the last calendar that could be read; null asks for all of it. */
  validators?: Validators | null;
  network?: Network;
  timeLimitMs?: number;
}

const REDIRECTS: readonly (number | undefined)[] = [301, 302, 303, 307, 308];

/**
 * Fetches the calendar at an address that a streamer gave. Nobody can use it to reach what only this server can: see
 * `readCalendarAddress` for the addresses, `isPublicAddress` for where they may lead; redirects are held to both.
 * @throws CalendarFault with a problem of fetching
 */
export async function fetchCalendar(address: string, options: FetchOptions = {}): Promise<FetchedCalendar> {
  const { validators = null, network = internet, timeLimitMs = TIME_LIMIT_MS } = options;
  const signal = AbortSignal.timeout(timeLimitMs);
  try {
    let url = readCalendarAddress(address);
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const answer = await ask(url, validators, network, signal);
      if (!REDIRECTS.includes(answer.statusCode)) return await read(answer, signal);
      answer.destroy();
      url = readCalendarAddress(answer.headers.location ?? '', url);
    }
    throw new CalendarFault('too_many_redirects');
  } catch (error) {
    if (error instanceof CalendarFault) throw error;
    if (signal.aborted) throw new CalendarFault('too_slow', `over ${timeLimitMs} ms`, { cause: error });
    throw faultOf(error);
  }
}

/** What TLS says when it distrusts the other side; each has its own code, all of them one meaning for the streamer. */
const DISTRUST = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY)|ALTNAME|CA_|CRL/;

function faultOf(error: unknown): CalendarFault {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const detail = `${code} ${message}`;
  if (DISTRUST.test(code)) return new CalendarFault('certificate', detail, { cause: error });
  // Invalid HTTP (HPE_…) or invalid gzip (Z_…).
  const problem = /^(?:HPE|Z)_/.test(code) ? 'server_error' : 'unreachable';
  return new CalendarFault(problem, detail, { cause: error });
}

/** Settles with the work, or rejects when the time is over, even if the work goes on. */
function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}

/** A connection to a checked address of the host; the next address is tried when one does not answer. */
async function connected(host: string, network: Network, signal: AbortSignal): Promise<TLSSocket> {
  const addresses = await inTime(network.resolve(host), signal).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new CalendarFault('unknown_host', host, { cause: error });
  });
  if (addresses.length === 0) throw new CalendarFault('unknown_host', host);
  // One private address among public ones is no accident: refuse the name, not just the address.
  const closed = addresses.find((address) => !isPublicAddress(address));
  if (closed !== undefined) throw new CalendarFault('private_address', `${host} leads to ${closed}`);
  let failure: unknown;
  for (const address of addresses.slice(0, 4)) {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_LIMIT_MS)]);
    const socket = network.dial(address, host);
    try {
      await inTime(
        new Promise((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject)),
        limit,
      );
      return socket;
    } catch (error) {
      socket.on('error', () => undefined); // it is being thrown away
      socket.destroy();
      if (signal.aborted) throw error;
      failure = error;
    }
  }
  throw failure;
}

async function ask(
  url: URL,
  validators: Validators | null,
  network: Network,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const socket = await connected(url.hostname, network, signal);
  return new Promise((resolve, reject) => {
    request(
      url,
      {
        // Without an agent: one given, `false` included, would dial the name itself.
        createConnection: () => socket,
        signal,
        headers: {
          accept: 'text/calendar, */*;q=0.1',
          'accept-encoding': 'gzip',
          'user-agent': 'Loge (calendrier)',
          ...(validators?.etag ? { 'if-none-match': validators.etag } : {}),
          ...(validators?.lastModified ? { 'if-modified-since': validators.lastModified } : {}),
        },
      },
      resolve,
    )
      .on('error', reject)
      .end();
  });
}

async function read(answer: IncomingMessage, signal: AbortSignal): Promise<FetchedCalendar> {
  const { statusCode = 0, headers } = answer;
  if (statusCode !== 200) {
    answer.destroy();
    if (statusCode === 304) return { changed: false };
    if (statusCode === 401 || statusCode === 403) throw new CalendarFault('refused', String(statusCode));
    if (statusCode === 404 || statusCode === 410) throw new CalendarFault('not_found', String(statusCode));
    throw new CalendarFault('server_error', String(statusCode));
  }
  try {
    const bytes = await inTime(readBody(answer), signal);
    const text = new TextDecoder().decode(bytes); // not fatal: only dates and rules are read, and they are ASCII
    if (!/^\s*BEGIN:VCALENDAR\s/i.test(text.slice(0, 1_000))) throw new CalendarFault('not_a_calendar');
    return {
      changed: true,
      text,
      etag: headers.etag ?? null,
      lastModified: headers['last-modified'] ?? null,
    };
  } finally {
    answer.destroy();
  }
}

/** The bytes, counted while they come, before and after unpacking: a small body may unpack to a vast one. */
async function readBody(answer: IncomingMessage): Promise<Uint8Array> {
  const encoding = (answer.headers['content-encoding'] ?? 'identity').toLowerCase();
  const parts: Uint8Array[] = [];
  const keep = async (source: AsyncIterable<Uint8Array>) => {
    for await (const part of capped(source)) parts.push(part);
  };
  if (encoding === 'identity') await keep(answer);
  else if (encoding === 'gzip') await pipeline(answer, capped, createGunzip(), keep);
  else throw new CalendarFault('server_error', `encoded as ${encoding}`);
  return Buffer.concat(parts);
}

async function* capped(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const part of source) {
    total += part.length;
    if (total > MOST_BYTES) throw new CalendarFault('too_large', `over ${MOST_BYTES} bytes`);
    yield part;
  }
}
