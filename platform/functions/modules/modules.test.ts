import { Agent, request } from 'node:http';
import { FunctionsHttpError, FunctionsRelayError } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { serveModules } from './testing/server.ts';

const server = await serveModules({
  'echo.ts': `export default async (request: Request): Promise<Response> => Response.json(
    { method: request.method, path: new URL(request.url).pathname, search: new URL(request.url).search,
      own: request.headers.get('x-own'), body: await request.text(), url: process.env.SUPABASE_URL,
      word: process.env.WORD, secret: process.env.HOME ?? null },
    { status: 201, headers: { 'X-Made': 'here', 'Set-Cookie': 'a=b' } })`,
  'object.mjs': "export default { fetch: () => new Response('by fetch') }",
  'drops.ts': `export default (request: Request) => {
    const encoder = new TextEncoder();
    let at = 0;
    return new Response(new ReadableStream({ async pull(controller) {
      if (at === 3) return controller.close();
      controller.enqueue(encoder.encode('data: ' + at++ + '\\n\\n'));
      await new Promise((go) => setTimeout(go, 50));
    } }), { headers: { 'Content-Type': 'text/event-stream' } });
  }`,
  'upper.ts': `export default (request: Request) => new Response(request.body?.pipeThrough(new TextDecoderStream())
    .pipeThrough(new TransformStream({ transform: (text, out) => out.enqueue(text.toUpperCase()) }))
    .pipeThrough(new TextEncoderStream()))`,
  'throws.ts': "export default () => { throw new Error('no') }",
  'teapot.ts': 'export default () => Response.json({ tea: true }, { status: 418 })',
  'text.ts': "export default () => 'no response'",
  'nothing.ts': 'export default async () => undefined',
  'zero.ts': 'export default () => Response.error()',
  'broken.ts': 'export default (',
  'empty.ts': 'export const other = 1',
  'exits.ts': 'export default () => process.exit(3)',
  '_shared.ts': "export default () => new Response('shared')",
  '.env': 'WORD=mot',
});

describe('a function of the operator', () => {
  test('is called with supabase-js, by any method, and sees its request', async () => {
    for (const method of ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'] as const) {
      const body = method === 'GET' ? undefined : { a: 'é' };
      const { data, error } = await server.anon.functions.invoke('echo/further?x=1', {
        method,
        headers: { 'X-Own': 'oui' },
        ...(body && { body }),
      });
      expect(error).toBeNull();
      expect(data).toEqual({
        method,
        path: '/echo/further',
        search: '?x=1',
        own: 'oui',
        body: body ? '{"a":"é"}' : '',
        url: 'http://ici',
        word: 'mot',
        secret: null,
      });
    }
    const plain = await server.fetch('/echo', { method: 'HEAD' });
    expect([plain.status, plain.headers.get('x-made'), plain.headers.getSetCookie()]).toEqual([
      201,
      'here',
      ['a=b'],
    ]);
    expect(await (await server.fetch('/object')).text()).toBe('by fetch');
  });

  test('streams its answer, and reads a streamed body', async () => {
    const { data } = await server.anon.functions.invoke('drops');
    const pieces: string[] = [];
    for await (const piece of (data as Response).body!) pieces.push(new TextDecoder().decode(piece));
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join('')).toBe('data: 0\n\ndata: 1\n\ndata: 2\n\n');
    const body = new ReadableStream({
      start(controller) {
        for (const part of ['un ', 'deux']) controller.enqueue(new TextEncoder().encode(part));
        controller.close();
      },
    });
    const init = { method: 'POST', body, duplex: 'half', headers: { apikey: server.keys.publishableKey } };
    expect(await (await server.fetch('/upper', init)).text()).toBe('UN DEUX');
  });

  test('says itself what is wrong', async () => {
    const { error } = await server.anon.functions.invoke('teapot');
    expect(error).toBeInstanceOf(FunctionsHttpError);
    expect(await (error as FunctionsHttpError).context.json()).toEqual({ tea: true });
  });

  test.each([
    ['throws', 500, 'WORKER_ERROR'],
    ['text', 500, 'WORKER_ERROR'],
    ['nothing', 500, 'WORKER_ERROR'],
    ['zero', 500, 'WORKER_ERROR'],
    ['exits', 500, 'WORKER_ERROR'],
    ['broken', 503, 'BOOT_ERROR'],
    ['empty', 503, 'BOOT_ERROR'],
    ['missing', 404, 'NOT_FOUND'],
    ['_shared', 404, 'NOT_FOUND'],
    ['..%2Fsecrets', 404, 'NOT_FOUND'],
    ['.env', 404, 'NOT_FOUND'],
    ['%00', 404, 'NOT_FOUND'],
    ['x'.repeat(500), 404, 'NOT_FOUND'],
  ])('%s: the server says so in its place, %i %s, and the others go on', async (name, status, code) => {
    const answers = await Promise.all([
      server.fetch(`/${name}`),
      server.fetch(`/${name}`),
      server.fetch('/object'),
    ]);
    for (const answer of answers.slice(0, 2)) {
      expect([answer.status, await answer.json()]).toMatchObject([
        status,
        { code, message: expect.any(String) },
      ]);
      expect(answer.headers.get('x-relay-error')).toBe('true');
    }
    expect(await answers[2]?.text()).toBe('by fetch');
  });

  test('is told to supabase-js as an error of the relay', async () => {
    expect((await server.anon.functions.invoke('missing')).error).toBeInstanceOf(FunctionsRelayError);
  });

  test('needs a key or token that is good, except for a preflight', async () => {
    const { rows } = await server.database.pool.query<{ id: string; session: string }>(
      `with person as (insert into auth.users (email) values ('a@exemple.fr') returning id), session as
         (insert into auth.sessions (user_id) select id from person returning id, user_id)
       select user_id as id, id as session from session`,
    );
    const { id = '', session = '' } = rows[0] ?? {};
    const exp = Math.floor(Date.now() / 1000) + 600;
    const token = await server.keys.sign({ sub: id, role: 'authenticated', session_id: session, exp });
    const old = await server.keys.sign({
      sub: id,
      role: 'authenticated',
      session_id: session,
      exp: exp - 1200,
    });
    const ask = async (headers: Record<string, string>) => {
      const answer = await server.fetch('/object', { headers });
      return [answer.status, await answer.text()];
    };
    const { publishableKey: apikey } = server.keys;
    expect(await ask({ apikey, Authorization: `Bearer ${token}` })).toEqual([200, 'by fetch']);
    const invalid = [401, JSON.stringify({ code: 401, message: 'Invalid JWT' })];
    expect(await ask({})).toEqual([
      401,
      JSON.stringify({ code: 401, message: 'Missing authorization header' }),
    ]);
    expect(await ask({ apikey: 'x' })).toEqual(invalid);
    for (const bearer of ['x', 'a.b.c', old, `${token.slice(0, -3)}xyz`])
      expect(await ask({ apikey, Authorization: `Bearer ${bearer}` })).toEqual(invalid);
    await server.database.pool.query('delete from auth.sessions where id = $1', [session]);
    expect(await ask({ apikey, Authorization: `Bearer ${token}` })).toEqual(invalid);
    expect((await server.fetch('/echo', { method: 'OPTIONS', headers: {} })).status).toBe(201);
  });

  test('refuses a body that is too large, announced or not', async () => {
    const large = new Uint8Array(11 * 1024 * 1024);
    const headers = { apikey: server.keys.publishableKey };
    const told = await server.fetch('/echo', { method: 'POST', headers, body: large }).catch(() => null);
    if (told) expect(told.status).toBe(413);
    const stream = new Blob([large]).stream();
    const untold = await server
      .fetch('/echo', { method: 'POST', headers, body: stream, duplex: 'half' } as RequestInit)
      .catch(() => null);
    if (untold) expect(untold.status).toBe(413);
    expect(await (await server.fetch('/object')).text()).toBe('by fetch');
  });

  test('is asked many times on one connection and at once without a warning of listeners that are left', async () => {
    const warned: string[] = [];
    const hear = ({ name, message }: Error) => warned.push(`${name}: ${message}`);
    process.on('warning', hear);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = (path: string, body: string) =>
      new Promise<number>((resolve, reject) => {
        const headers = { apikey: server.keys.publishableKey, 'Content-Type': 'text/plain' };
        const asked = request(`${server.url}/functions/v1${path}`, { method: 'POST', agent, headers });
        asked.on('response', (answer) => answer.resume().on('end', () => resolve(answer.statusCode ?? 0)));
        asked.on('error', reject);
        asked.end(body);
      });
    for (let at = 0; at < 30; at += 1)
      expect(await ask(at % 3 === 0 ? '/missing' : '/echo', 'x'.repeat(at * 5_000))).toBe(
        at % 3 === 0 ? 404 : 201,
      );
    const together = await Promise.all(Array.from({ length: 40 }, () => server.fetch('/drops')));
    await Promise.all(together.map((answer) => answer.text()));
    const cut = new AbortController();
    const broken = Array.from({ length: 20 }, () =>
      server.fetch('/drops', { signal: cut.signal }).catch(() => null),
    );
    cut.abort();
    await Promise.all(broken);
    agent.destroy();
    process.off('warning', hear);
    expect(warned).toEqual([]);
  });
});
