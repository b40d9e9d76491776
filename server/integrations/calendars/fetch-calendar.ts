import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { pipeline, Readable } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { isPublicAddress, readCalendarAddress } from './calendar-address.ts';
import { CalendarFault } from './calendar-fault.ts';
import { internet, type Network } from './network.ts';
import type { CalendarBody } from './read-calendar.ts';

/** Largest calendar, in bytes, as it travels and as it unpacks. */
export const MOST_BYTES = 20 * 1024 * 1024;
const MOST_REDIRECTS = 3;
/** The whole fetch, names, redirects and all. */
const TIME_LIMIT_MS = 30_000;
/** Until the answer begins; a server that is asleep must not hold up the others. */
const ANSWER_LIMIT_MS = 10_000;
/** One of several addresses of a name; a dead one must not spend the time of the others. */
const CONNECT_LIMIT_MS = 3_000;

/** The validators of the last good answer, to be spared the same text again. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

export type FetchedCalendar =
  | { changed: false }
  | ({
      changed: true;
      /**
       * They come while they are read, once, and throw CalendarFault with a problem of fetching.
       */
      body: CalendarBody;
    } & Validators);

export interface FetchOptions {
  /** Of the last calendar that could be read; null asks for all of it. */
  validators?: Validators | null;
  network?: Network;
  timeLimitMs?: number;
}

const REDIRECTS: readonly (number | undefined)[] = [301, 302, 303, 307, 308];

/**
 * Fetches the calendar at an address that a streamer gave. Nobody can use it to reach what only
 * this server can: see `readCalendarAddress` for the addresses, `isPublicAddress` for where they
 * may lead; redirects are held to both.
 * @throws CalendarFault with a problem of fetching
 */
export async function fetchCalendar(address: string, options: FetchOptions = {}): Promise<FetchedCalendar> {
  const { validators = null, network = internet, timeLimitMs = TIME_LIMIT_MS } = options;
  const signal = AbortSignal.timeout(timeLimitMs);
  try {
    let url = readCalendarAddress(address);
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const answer = await ask(url, validators, network, signal);
      if (!REDIRECTS.includes(answer.statusCode)) return read(answer, signal);
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

/** The codes with which TLS distrusts the other side: all of them one meaning for the streamer. */
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

/**
 * A connection to a checked address of the host; the next address is tried when one does not
 * answer.
 */
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
  const asked = request(url, {
    // Without an agent: one given, `false` included, would dial the name itself.
    createConnection: () => socket,
    signal,
    headers: {
      accept: 'text/calendar, */*;q=0.1',
      'accept-encoding': 'gzip, deflate',
      'user-agent': 'Loge (calendrier)',
      ...(validators?.etag ? { 'if-none-match': validators.etag } : {}),
      ...(validators?.lastModified ? { 'if-modified-since': validators.lastModified } : {}),
    },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    asked.on('response', resolve).on('error', reject).end();
  });
  const limit = AbortSignal.timeout(ANSWER_LIMIT_MS);
  try {
    return await inTime(answered, AbortSignal.any([signal, limit]));
  } catch (error) {
    asked.destroy();
    if (limit.aborted)
      throw new CalendarFault('too_slow', `no answer in ${ANSWER_LIMIT_MS} ms`, { cause: error });
    throw error;
  }
}

function read(answer: IncomingMessage, signal: AbortSignal): FetchedCalendar {
  const { statusCode = 0, headers } = answer;
  if (statusCode !== 200) {
    answer.destroy();
    if (statusCode === 304) return { changed: false };
    if (statusCode === 401 || statusCode === 403) throw new CalendarFault('refused', String(statusCode));
    if (statusCode === 404 || statusCode === 410) throw new CalendarFault('not_found', String(statusCode));
    throw new CalendarFault('server_error', String(statusCode));
  }
  return {
    changed: true,
    body: { bytes: bodyOf(answer, signal), contentType: headers['content-type'] ?? null },
    etag: headers.etag ?? null,
    lastModified: headers['last-modified'] ?? null,
  };
}

/**
 * The bytes while they come, counted before and after unpacking: a small body may unpack to a vast
 * one.
 */
async function* bodyOf(answer: IncomingMessage, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const encoding = (answer.headers['content-encoding'] ?? 'identity').toLowerCase().trim();
  try {
    const packed = capped(answer);
    const first = await packed.next();
    if (first.done) return;
    const whole = startingWith(first.value, packed);
    const unpacker = unpackerOf(encoding, first.value);
    if (unpacker === null) yield* whole;
    // An error of either stream ends the iteration over the last one.
    else yield* capped(pipeline(Readable.from(whole), unpacker, () => undefined));
  } catch (error) {
    if (error instanceof CalendarFault) throw error;
    if (signal.aborted) throw new CalendarFault('too_slow', 'the body takes too long', { cause: error });
    throw faultOf(error);
  } finally {
    answer.destroy();
  }
}

/** The beginning of a calendar as text, a mark of its byte order before it or not. */
const BEGINS_AS_TEXT = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*B\0?E\0?G\0?I/i;
/** Encodings that change nothing; charsets and transfer encodings stand there by mistake. */
const CHANGES_NOTHING = /^(?:|identity|none|binary|[78]bit|utf-?(?:8|16)|iso-8859-\d+|us-ascii|text)$/;

/**
 * Returns the decompressor of a body; null for one that is not packed. What the bytes show counts
 * before what the header says: servers mean either of two formats by deflate, some send a file that
 * they keep packed as it is, without saying so, and some name an encoding that they do not use.
 */
function unpackerOf(encoding: string, first: Uint8Array) {
  const [one = 0, two = 0] = first;
  if (one === 0x1f && two === 0x8b) return createGunzip();
  if (BEGINS_AS_TEXT.test(Buffer.from(first.subarray(0, 64)).toString('latin1'))) return null;
  const packed = encoding.split(',').filter((name) => !CHANGES_NOTHING.test(name.trim()));
  const name = packed.at(-1)?.trim();
  if (name === undefined) return null;
  if (name === 'gzip' || name === 'x-gzip') return createGunzip();
  if (name === 'deflate') return (one & 0x0f) === 8 ? createInflate() : createInflateRaw();
  throw new CalendarFault('server_error', `encoded as ${encoding}`);
}

async function* startingWith(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

async function* capped(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const part of source) {
    total += part.length;
    if (total > MOST_BYTES) throw new CalendarFault('too_large', `over ${MOST_BYTES} bytes`);
    yield part;
  }
}
