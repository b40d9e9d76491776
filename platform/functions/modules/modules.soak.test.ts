import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { serveModules } from './testing/server.ts';

const MEMORY = 256 * 1024 * 1024;

/** What connects lives for as long as its connection does. */
const living: Socket[] = [];
const pulse = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.resume();
  living.push(socket);
});
pulse.listen(0, '127.0.0.1');
await once(pulse, 'listening');
afterAll(() => void pulse.close());
const address = pulse.address();
const port = typeof address === 'object' && address !== null ? address.port : 0;
const CONNECT = `await new Promise((go) => connect(${port}, '127.0.0.1', go));`;
/** Starts a process of the function's own, which lives until somebody ends it. */
const SPAWN = `spawn(process.execPath, ['-e', "require('net').connect(${port}, '127.0.0.1')"], { stdio: 'ignore' });`;
/** The next one that connects. */
async function nextLiving(): Promise<Socket> {
  if (living.length === 0) await once(pulse, 'connection');
  const socket = living.shift();
  if (!socket) throw new Error('nobody is connected');
  return socket;
}

const server = await serveModules(
  {
    'eats-later.ts': `import { connect } from 'node:net'; const all: Buffer[] = [];
      export default async () => { ${CONNECT}
        setInterval(() => all.push(Buffer.alloc(4 * 1024 * 1024, 1)), 5); return new Response('done'); }`,
    'loops-later.ts': `import { connect } from 'node:net';
      export default async () => { ${CONNECT}
        setTimeout(() => { for (;;); }, 50); return new Response('done'); }`,
    'spawns.ts': `import { spawn } from 'node:child_process';
      export default (request: Request) => { if (request.method === 'DELETE') process.exit(); ${SPAWN} return new Response('done'); }`,
    'writes.ts': `const piece = 'x'.repeat(65536); let written = 0;
      const go = () => { process.stdout.write(piece, () => { written += piece.length; setImmediate(go); }); };
      go(); export default () => new Response(String(written))`,
    'hello.ts': "export default () => new Response('hello')",
    'loops.ts': 'export default (request: Request) => { for (;;); }',
    'waits.ts': 'export default () => new Promise(() => {})',
    'heap.ts':
      'export default () => { const all: unknown[] = []; for (;;) all.push({ at: all.length, text: [all.length] }); }',
    'buffers.ts': `export default async () => { const all: Buffer[] = []; for (;;) {
      all.push(Buffer.alloc(4 * 1024 * 1024, 1)); await new Promise((go) => setTimeout(go, 1)); } }`,
    'endless.ts': `export default () => new Response(new ReadableStream({ pull(controller) {
      controller.enqueue(new Uint8Array(65536)); } }))`,
    'later.ts':
      "export default () => { setTimeout(() => { throw new Error('later') }, 5); return new Promise(() => {}); }",
    'slow-boot.ts': 'await new Promise(() => setTimeout(() => {}, 1e6)); export default () => new Response()',
    'breaks.ts': `export default () => new Response(new ReadableStream({ start(controller) {
      controller.enqueue(new Uint8Array(10)); setTimeout(() => controller.error(new Error('broken')), 20); } }))`,
    'echo.ts': `export default async (request: Request) => Response.json({ length: (await request.arrayBuffer()).byteLength })`,
  },
  { timeout: 8, memory: MEMORY },
);

const hello = async () => (await server.fetch('/hello')).text();

describe('functions that misbehave', () => {
  test.each([
    ['loops', 546, 'WORKER_LIMIT'],
    ['heap', 0, ''],
    ['buffers', 546, 'WORKER_LIMIT'],
    ['waits', 504, 'IDLE_TIMEOUT'],
    ['later', 500, 'WORKER_ERROR'],
    ['slow-boot', 503, 'BOOT_ERROR'],
  ])(
    '%s: its requests are told, and all the while another answers',
    async (name, status, code) => {
      let over = false;
      const bad = Promise.all(Array.from({ length: 3 }, () => server.fetch(`/${name}`))).finally(() => {
        over = true;
      });
      let answered = 0;
      while (!over) {
        expect(await hello()).toBe('hello');
        answered += 1;
      }
      expect(answered).toBeGreaterThan(3);
      for (const answer of await bad) {
        const body = (await answer.json()) as { code: string };
        // The heap of JavaScript ends by itself, or is ended: whichever is first.
        if (name === 'heap') expect(['WORKER_ERROR', 'WORKER_LIMIT']).toContain(body.code);
        else expect([answer.status, body.code]).toEqual([status, code]);
      }
      expect(await hello()).toBe('hello');
    },
    60_000,
  );

  test.each(['eats-later', 'loops-later'])(
    '%s: it is ended also after its answer',
    async (name) => {
      expect(await (await server.fetch(`/${name}`)).text()).toBe('done');
      const socket = await nextLiving();
      if (!socket.closed) await once(socket, 'close');
      expect(await hello()).toBe('hello');
    },
    30_000,
  );

  test('one that writes without end or line has to wait with it, and answers', async () => {
    const written = async () => Number(await (await server.fetch('/writes')).text());
    await expect.poll(written, { timeout: 30_000 }).toBeGreaterThan(3 * 1024 * 1024);
    expect(await hello()).toBe('hello');
  }, 60_000);

  test('what it started ends with it', async () => {
    expect(await (await server.fetch('/spawns')).text()).toBe('done');
    const started = await nextLiving();
    const headers = { apikey: server.keys.publishableKey };
    expect((await server.fetch('/spawns', { method: 'DELETE', headers })).status).toBe(500);
    if (!started.closed) await once(started, 'close');
  }, 30_000);

  test('one that loops does not outlive a server that was killed, nor does what it started', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'loge-orphan-'));
    const file = join(folder, 'loops.ts');
    writeFileSync(
      file,
      `import { spawn } from 'node:child_process'; import { connect } from 'node:net';
      ${SPAWN} ${CONNECT} for (;;);`,
    );
    const start = `const { startWorker } = await import(${JSON.stringify(join(import.meta.dirname, 'worker.ts'))});
      startWorker({ file: ${JSON.stringify(file)}, socket: ${JSON.stringify(join(folder, 's.sock'))}, environment: {},
        memory: ${MEMORY}, logger: console });`;
    const starter = spawn(process.execPath, ['--input-type=module', '--eval', start], { stdio: 'ignore' });
    const both = [await nextLiving(), await nextLiving()];
    starter.kill('SIGKILL');
    for (const socket of both) if (!socket.closed) await once(socket, 'close');
    rmSync(folder, { recursive: true });
  }, 30_000);

  test('an answer without end is broken off, one that breaks is seen to be broken', async () => {
    for (const name of ['endless', 'breaks']) {
      const answer = await server.fetch(`/${name}`);
      // What breaks before anything of it was sent is told in words.
      if (name === 'breaks' && answer.status === 500) {
        expect(await answer.json()).toMatchObject({ code: 'WORKER_ERROR' });
        continue;
      }
      expect(answer.status).toBe(200);
      await expect(
        (async () => {
          for await (const _ of answer.body!);
        })(),
      ).rejects.toThrow();
    }
    expect(await hello()).toBe('hello');
  }, 60_000);

  test('whatever is sent gets an answer in the protocol’s shape', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 30 });
    const name = fc.oneof(fc.constantFrom('echo', 'hello', '', '_x', '/', 'echo/', '../echo'), text);
    await fc.assert(
      fc.asyncProperty(
        name,
        fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'PROPFIND'),
        fc.oneof(text, fc.constant('x'.repeat(100_000))),
        fc.constantFrom(server.keys.publishableKey, '', 'wrong', 'a.b.c'),
        async (at, method, body, apikey) => {
          // The client itself resolves these two, before anything is sent.
          fc.pre(at !== '.' && at !== '..');
          const answer = await server.fetch(`/${encodeURIComponent(at)}`, {
            method,
            headers: { apikey },
            ...(['GET', 'HEAD'].includes(method) ? {} : { body }),
          });
          const answered = await answer.text();
          expect(answer.status, answered).toBeLessThan(500);
          if (answer.status >= 400 && method !== 'HEAD')
            expect(Object.keys(JSON.parse(answered)).sort()).toEqual(['code', 'message']);
        },
      ),
      { numRuns: 800 },
    );
    expect(await hello()).toBe('hello');
  }, 120_000);
});
