import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createDocuments } from './documents.ts';

/** A memory of documents, the time and the changes that it is told of, and what it made. */
function memory(mostBytes?: number) {
  let at = 0;
  let version = 0;
  const made: string[] = [];
  const documents = createDocuments({
    changes: { version: () => version, settled: () => null },
    now: () => at,
    ...(mostBytes !== undefined && { mostBytes }),
  });
  return {
    documents,
    made,
    pass: (milliseconds: number) => {
      at += milliseconds;
    },
    change: () => {
      version += 1;
    },
    ask: (name: string, html = name, status: 200 | 404 | 503 = 200) =>
      documents.current(name, async () => {
        made.push(name);
        return { status, html };
      }),
  };
}

test('a document is made once while nothing changes', async () => {
  const { ask, made, pass } = memory();
  const first = await ask('/');
  pass(1_000);
  expect(await ask('/')).toBe(first);
  expect(made).toEqual(['/']);
});

test('it is made again after a change, and once time may have changed it', async () => {
  const { ask, made, pass, change } = memory();
  await ask('/', 'one');
  change();
  expect((await ask('/', 'two')).html.toString()).toBe('two');
  pass(2_000);
  expect((await ask('/', 'three')).html.toString()).toBe('three');
  expect(made).toHaveLength(3);
});

test('a version that did not change is compressed no second time', async () => {
  const { documents, ask, change } = memory();
  const html = 'Anouk '.repeat(1_000);
  const first = await ask('/', html);
  const packed = await documents.bodyOf(first, 'br');
  expect(brotliDecompressSync(packed).toString()).toBe(html);
  expect(gunzipSync(await documents.bodyOf(first, 'gzip')).toString()).toBe(html);
  change();
  const again = await ask('/', html);
  expect(again.etag).toBe(first.etag);
  expect(await documents.bodyOf(again, 'br')).toBe(packed);
  const both = [documents.bodyOf(again, 'gzip'), documents.bodyOf(again, 'gzip')];
  const [one, other] = await Promise.all(both);
  expect(one).toBe(other);
});

test('two hundred who ask for a cold document wait for one, and who asks after a change does not get what was read before', async () => {
  const { documents, change } = memory();
  const gates: ((html: string) => void)[] = [];
  const make = async () => ({
    status: 200 as const,
    html: await new Promise<string>((open) => gates.push(open)),
  });
  const herd = Array.from({ length: 200 }, () => documents.current('/', make));
  await Promise.resolve();
  expect(gates).toHaveLength(1);
  change();
  const later = documents.current('/', make);
  await Promise.resolve();
  expect(gates).toHaveLength(2);
  gates[1]?.('new');
  expect((await later).html.toString()).toBe('new');
  gates[0]?.('old');
  expect(new Set((await Promise.all(herd)).map(({ html }) => html.toString()))).toEqual(new Set(['old']));
  const after = documents.current('/', async () => ({ status: 200, html: 'newest' }));
  expect((await after).html.toString()).not.toBe('old');
});

test('a reading that takes longer than what it gives is good for is not waited for by who comes later', async () => {
  const { documents, pass, ask } = memory();
  let end: (html: string) => void = () => undefined;
  const hanging = documents.current('/', async () => ({
    status: 200,
    html: await new Promise<string>((resolve) => {
      end = resolve;
    }),
  }));
  pass(2_000);
  expect((await ask('/')).html.toString()).toBe('/');
  end('late');
  expect((await hanging).html.toString()).toBe('late');
});

test('a failure is told to those who wait for it, and is not kept', async () => {
  const { documents, ask } = memory();
  const failing = () => documents.current('/', () => Promise.reject(new Error('no')));
  expect((await Promise.allSettled([failing(), failing()])).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
  ]);
  expect((await ask('/')).status).toBe(200);
});

test('what is sent while the database is away is not kept', async () => {
  const { ask, made } = memory();
  expect((await ask('/', 'away', 503)).status).toBe(503);
  expect((await ask('/', 'here')).html.toString()).toBe('here');
  expect(made).toHaveLength(2);
});

test('what every document holds is read once, again after a change, and again after a failure', async () => {
  const { documents, change, pass } = memory();
  let reads = 0;
  let fails = false;
  const read = documents.keep(async () => {
    reads += 1;
    if (fails) throw new Error('no');
    return reads;
  });
  expect([await read(), await read()]).toEqual([1, 1]);
  change();
  expect(await read()).toBe(2);
  pass(2_000);
  fails = true;
  await expect(read()).rejects.toThrow('no');
  fails = false;
  expect(await read()).toBe(4);
});

test('a million invented addresses fill no memory, and do not push out what everybody asks for', async () => {
  const most = 500_000;
  const { documents, ask, made } = memory(most);
  for (let at = 0; at < 3_000; at += 1) {
    await ask('/', 'home');
    const invented = await ask(`/streamer/${at}`, `${at}${randomBytes(10_000).toString('hex')}`);
    if (at % 10 === 0) await documents.bodyOf(invented, at % 20 === 0 ? 'br' : 'gzip');
  }
  // The names have a bound of their own.
  expect(documents.size()).toBeLessThan(most + 4 * 1024 * 1024);
  expect(made.filter((name) => name === '/')).toHaveLength(1);
});

test('addresses that share a document share its bytes, and long ones are not kept without end', async () => {
  const { documents, ask } = memory();
  const nothing = 'Cette place n’existe pas'.repeat(1_000);
  const [one, other] = [await ask('/streamer/a', nothing, 404), await ask('/streamer/b', nothing, 404)];
  expect(other).toBe(one);
  for (let at = 0; at < 2_000; at += 1) await ask(`${at}${'x'.repeat(8_000)}`, nothing, 404);
  expect(documents.size()).toBeLessThan(5 * 1024 * 1024);
});
