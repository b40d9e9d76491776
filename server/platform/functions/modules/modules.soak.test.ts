import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { serveModules } from './testing/server.ts';

const MEMORY = 256 * 1024 * 1024;

const server = await serveModules(
  {
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
