import type { RequestListener } from 'node:http';
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import type { CalendarProblem } from '#product/availability/rules/calendar-problems.ts';
import { isPublicAddress } from './calendar-address.ts';
import { CalendarFault } from './calendar-fault.ts';
import { type FetchOptions, fetchCalendar, MOST_BYTES } from './fetch-calendar.ts';
import { type CalendarHost, openCalendarHost, PUBLIC_ADDRESS } from './testing/calendar-host.ts';

const CALENDAR = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n';
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function host(answer: RequestListener, options?: Parameters<typeof openCalendarHost>[1]) {
  const opened = await openCalendarHost(answer, options);
  closers.push(opened.close);
  return opened;
}
const serve = (body: string | Buffer, headers: Record<string, string> = {}): RequestListener => {
  return (_request, response) => response.writeHead(200, headers).end(body);
};
/** The answer, its body read to the end. */
async function fetchText(address: string, options: FetchOptions) {
  const fetched = await fetchCalendar(address, options);
  if (!fetched.changed) return fetched;
  const { body, ...rest } = fetched;
  const parts: Uint8Array[] = [];
  for await (const part of body.bytes) parts.push(part);
  return { ...rest, text: Buffer.concat(parts).toString() };
}
const get = ({ origin, network }: CalendarHost, path = '/c.ics', timeLimitMs = 5_000) =>
  fetchText(`${origin}${path}`, { network, timeLimitMs });

async function problemOf(work: Promise<unknown>): Promise<CalendarProblem | 'none'> {
  try {
    await work;
    return 'none';
  } catch (error) {
    if (!(error instanceof CalendarFault)) throw error;
    return error.problem;
  }
}

describe('an address', () => {
  test.each([
    'http://agenda.exemple.fr/c.ics',
    'ftp://agenda.exemple.fr/c.ics',
    'file:///etc/passwd',
    'https://moi:secret@agenda.exemple.fr/',
    'https://agenda.exemple.fr:8443/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://017700000001/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://93.184.215.14/',
    'https://93.184.215.14./',
    'https://localhost/',
    'https://localhost./',
    'https://base-de-donnees/',
    'pas une adresse',
    '',
    `https://agenda.exemple.fr/${'a'.repeat(3_000)}`,
  ])('%s is refused before anything is looked up', async (address) => {
    const network = {
      resolve: () => Promise.reject(new Error('must not be asked')),
      dial: () => {
        throw new Error('must not be dialled');
      },
    };
    expect(await problemOf(fetchCalendar(address, { network }))).toBe('bad_address');
  });

  test('webcal:// is https://', async () => {
    const opened = await host(serve(CALENDAR));
    const fetched = await fetchText(' webcal://agenda.exemple.fr/c.ics ', { network: opened.network });
    expect(fetched).toMatchObject({ changed: true, text: CALENDAR });
  });
});

describe('where a name leads', () => {
  test.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '100.100.100.200', '127.0.0.1', '127.9.9.9', '168.63.129.16'],
    ...['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.192', '192.168.1.1', '198.18.0.1'],
    ...['203.0.113.5', '224.0.0.1', '239.255.255.250', '255.255.255.255', '240.0.0.1'],
    ...['::', '::1', '::ffff:10.0.0.1', '::ffff:93.184.215.14', '::127.0.0.1', '64:ff9b::a00:1'],
    ...['64:ff9b:1::1', '2001:0:53aa:64c::1', '2001:db8::1', '2002:7f00:1::1', '3fff::1', 'fc00::1'],
    ...['fd00:ec2::254', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', '100::1', '5f00::1', 'x', ''],
  ])('%s is not the Internet', async (address) => {
    expect(isPublicAddress(address)).toBe(false);
    const opened = await host(serve(CALENDAR));
    opened.names.set('agenda.exemple.fr', [address]);
    expect(await problemOf(get(opened))).toBe('private_address');
    expect(opened.dials).toEqual([]);
  });

  test.each([PUBLIC_ADDRESS, '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4007::e'])(
    '%s is',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  test('one private address among public ones condemns the name', async () => {
    const opened = await host(serve(CALENDAR));
    opened.names.set('agenda.exemple.fr', [PUBLIC_ADDRESS, '10.0.0.1']);
    expect(await problemOf(get(opened))).toBe('private_address');
    expect(opened.dials).toEqual([]);
  });

  test('the address that was checked is the one that is dialled, and the name is asked once', async () => {
    const opened = await host(serve(CALENDAR));
    const answers = [[PUBLIC_ADDRESS], ['127.0.0.1']];
    const network = { ...opened.network, resolve: async () => answers.shift() ?? [] };
    await fetchCalendar(`${opened.origin}/c.ics`, { network });
    expect(opened.dials).toEqual([`${PUBLIC_ADDRESS} agenda.exemple.fr`]);
    expect(answers).toHaveLength(1);
  });

  test('no address at all is an unknown host', async () => {
    const opened = await host(serve(CALENDAR));
    opened.names.clear();
    expect(await problemOf(get(opened))).toBe('unknown_host');
  });
});

describe('a redirect', () => {
  const to = (location: string): RequestListener => {
    return (request, response) =>
      request.url === '/c.ics'
        ? response.writeHead(302, { location }).end()
        : response.writeHead(200).end(CALENDAR);
  };

  test('is followed, relative ones too, resolving each host again', async () => {
    const opened = await host(to('/autre.ics'));
    expect(await get(opened)).toMatchObject({ changed: true });
    expect(opened.dials).toHaveLength(2);
  });

  test.each([
    ['http://agenda.exemple.fr/autre.ics', 'bad_address'],
    ['https://agenda.exemple.fr:22/', 'bad_address'],
    ['https://169.254.169.254/latest/meta-data/', 'bad_address'],
    ['https://interne.exemple.fr/', 'private_address'],
    ['//interne.exemple.fr/', 'private_address'],
    ['https://inconnu.exemple.fr/', 'unknown_host'],
  ])('to %s is %s', async (location, problem) => {
    const opened = await host(to(location));
    opened.names.set('interne.exemple.fr', ['10.0.0.7']);
    expect(await problemOf(get(opened))).toBe(problem);
    expect(opened.dials).toHaveLength(1);
  });

  test('three are followed, a fourth is not', async () => {
    const hops = (count: number): RequestListener => {
      return (request, response) => {
        const hop = Number(new URL(request.url ?? '', 'https://x').searchParams.get('hop'));
        if (hop < count) response.writeHead(307, { location: `/c.ics?hop=${hop + 1}` }).end();
        else response.writeHead(200).end(CALENDAR);
      };
    };
    expect(await problemOf(get(await host(hops(3)), '/c.ics?hop=0'))).toBe('none');
    expect(await problemOf(get(await host(hops(4)), '/c.ics?hop=0'))).toBe('too_many_redirects');
  });
});

describe('an answer', () => {
  test.each<[number, CalendarProblem]>([
    [401, 'refused'],
    [403, 'refused'],
    [404, 'not_found'],
    [410, 'not_found'],
    [500, 'server_error'],
    [204, 'server_error'],
  ])('%i is %s', async (status, problem) => {
    const opened = await host((_request, response) => response.writeHead(status).end());
    expect(await problemOf(get(opened))).toBe(problem);
  });

  test('unchanged since the last time is said by the server, and believed', async () => {
    const opened = await host((request, response) => {
      if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end();
      else
        response
          .writeHead(200, { etag: '"v1"', 'last-modified': 'Sat, 21 Nov 2026 08:00:00 GMT' })
          .end(CALENDAR);
    });
    const first = await get(opened);
    expect(first).toEqual({
      changed: true,
      text: CALENDAR,
      etag: '"v1"',
      lastModified: 'Sat, 21 Nov 2026 08:00:00 GMT',
    });
    const validators = first.changed ? first : null;
    expect(await fetchText(`${opened.origin}/c.ics`, { network: opened.network, validators })).toEqual({
      changed: false,
    });
  });

  test.each<[string, Buffer, Record<string, string>]>([
    ['gzip', gzipSync(CALENDAR), { 'content-encoding': 'gzip' }],
    ['deflate', deflateSync(CALENDAR), { 'content-encoding': 'deflate' }],
    ['deflate without its frame', deflateRawSync(CALENDAR), { 'content-encoding': 'deflate' }],
    ['a packed file that does not say so', gzipSync(CALENDAR), {}],
    [
      'gzip beside something that changes nothing',
      gzipSync(CALENDAR),
      { 'content-encoding': 'identity, GZIP' },
    ],
    ...[
      ...[
        'none',
        'utf-8',
        'UTF-16',
        'binary',
        '8bit',
        'identity',
        '',
        'aws-chunked',
        'gzip',
        'deflate',
        'br',
      ],
      ...['text/calendar', 'utf-8, none'],
    ].map((said): [string, Buffer, Record<string, string>] => [
      `a plain text said to be « ${said} »`,
      Buffer.from(CALENDAR),
      { 'content-encoding': said },
    ]),
  ])('%s is read', async (_what, body, headers) => {
    expect(await get(await host(serve(body, headers)))).toMatchObject({ text: CALENDAR });
  });

  /** Twenty megabytes take their time beside other work. */
  const PATIENCE_MS = 60_000;

  test(
    'neither a large body nor one that unpacks to a large one is read to its end',
    async () => {
      const large = Buffer.alloc(MOST_BYTES + 1, 'a');
      const getLarge = async (answer: RequestListener) =>
        problemOf(get(await host(answer), '/c.ics', PATIENCE_MS));
      expect(await getLarge(serve(large))).toBe('too_large');
      const bomb = gzipSync(Buffer.alloc(3 * MOST_BYTES));
      expect(bomb.length).toBeLessThan(MOST_BYTES);
      expect(await getLarge(serve(bomb, { 'content-encoding': 'gzip' }))).toBe('too_large');
    },
    PATIENCE_MS,
  );

  test(
    'an endless body is cut off',
    async () => {
      let written = 0;
      const opened = await host((request, response) => {
        const more = () => {
          if (request.socket.destroyed) return;
          written += 65_536;
          response.write(Buffer.alloc(65_536, 'a'), more);
        };
        more();
      });
      expect(await problemOf(get(opened, '/c.ics', PATIENCE_MS))).toBe('too_large');
      expect(written).toBeLessThan(3 * MOST_BYTES);
    },
    PATIENCE_MS,
  );

  test('what is no gzip, no HTTP, or breaks off is a fault and nothing worse', async () => {
    const notGzip = await host(serve('plain', { 'content-encoding': 'gzip' }));
    expect(await problemOf(get(notGzip))).toBe('server_error');
    const unknown = await host(serve('x', { 'content-encoding': 'br' }));
    expect(await problemOf(get(unknown))).toBe('server_error');
    const notHttp = await host((request) => request.socket.end('SSH-2.0-OpenSSH_9.9\r\n'));
    expect(await problemOf(get(notHttp))).toBe('server_error');
    const broken = await host((request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('BEGIN:VCALENDAR\r\n');
      setTimeout(() => request.socket.destroy(), 30);
    });
    expect(await problemOf(get(broken))).toBe('unreachable');
  });
});

describe('time', () => {
  test.each<[string, RequestListener]>([
    ['a server that never answers', () => undefined],
    ['a body that never ends', (_request, response) => response.writeHead(200).write('BEGIN:VCALENDAR\r\n')],
  ])('%s is left alone after the limit', async (_what, answer) => {
    const opened = await host(answer);
    const started = performance.now();
    expect(await problemOf(get(opened, '/c.ics', 300))).toBe('too_slow');
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  test('a name that is never resolved is, too', async () => {
    const opened = await host(serve(CALENDAR));
    const network = { ...opened.network, resolve: () => new Promise<string[]>(() => undefined) };
    const work = fetchCalendar(`${opened.origin}/c.ics`, { network, timeLimitMs: 200 });
    expect(await problemOf(work)).toBe('too_slow');
  });
});

describe('a certificate', () => {
  test('of nobody we trust, or for another host, ends it', async () => {
    expect(await problemOf(get(await host(serve(CALENDAR), { trusted: false })))).toBe('certificate');
    const other = await host(serve(CALENDAR), { certifiedFor: 'autre.exemple.fr' });
    expect(await problemOf(get(other))).toBe('certificate');
  });
});

test('an address that does not answer gives way to the next one of its name', async () => {
  const opened = await host(serve(CALENDAR));
  opened.names.set('agenda.exemple.fr', ['2606:4700::1111', PUBLIC_ADDRESS]);
  const { connect } = await import('node:net');
  const { TLSSocket } = await import('node:tls');
  const network = {
    ...opened.network,
    dial: (address: string, name: string) =>
      address.includes(':') ? new TLSSocket(connect(1, '127.0.0.1')) : opened.network.dial(address, name),
  };
  expect(await fetchCalendar(`${opened.origin}/c.ics`, { network })).toMatchObject({ changed: true });
});
