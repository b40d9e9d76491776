import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createPage } from './page.ts';
import type { PageFile } from './page-files.ts';

const index: PageFile = {
  type: 'text/html',
  body: Buffer.from(
    '<html><head><title>Loge</title><meta name="description" content=""><!--loge-config--></head><body><div id="root"></div></body></html>',
  ),
  etag: '"1"',
  immutable: false,
  br: null,
  gzip: null,
};
const described = {
  title: 'Anouk · Loge',
  description: 'Des échecs',
  canonical: '/streamer/anouk',
  image: null,
  kind: 'profile',
  jsonLd: null,
  first: null,
} as const;

describe('the answer', () => {
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync } as const;
  const page = (status: 200 | 404 | 503) =>
    createPage(new Map([['/index.html', index]]), {
      config: { supabaseUrl: null, publishableKey: 'key', providers: [] },
      catalogue: async () => ({ categories: [], languages: [] }),
      pages: {
        closed: [],
        nameOf: (path) => path,
        describe: async () => (status === 503 ? null : { ...described, status }),
        list: async () => [],
      },
      siteUrl: () => 'https://loge.example',
      changes: { version: () => 0, settled: () => null },
    });
  const encodings = [
    [undefined, null],
    ['identity', null],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0', null],
  ] as const;

  test.each(
    ([200, 404, 503] as const).flatMap((status) =>
      encodings.map(([accepted, encoding]) => ({ status, accepted, encoding })),
    ),
  )(
    '$status to « Accept-Encoding: $accepted » is sent as $encoding, by GET, HEAD and for a range',
    async ({ status, accepted, encoding }) => {
      const app = page(status);
      const ask = (method: string, more: Record<string, string> = {}) =>
        app.request('/streamer/anouk', {
          method,
          headers: { ...(accepted !== undefined && { 'accept-encoding': accepted }), ...more },
        });
      const answer = await ask('GET');
      const body = Buffer.from(await answer.arrayBuffer());
      const plain = Buffer.from(await (await app.request('/streamer/anouk')).arrayBuffer());
      expect(answer.status).toBe(status);
      expect(answer.headers.get('content-encoding')).toBe(encoding);
      expect(answer.headers.get('content-length')).toBe(String(body.length));
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('vary')).toBe('Accept-Encoding');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(answer.headers.get('set-cookie')).toBeNull();
      expect((encoding === null ? body : unpack[encoding](body)).equals(plain)).toBe(true);
      const head = await ask('HEAD');
      expect(head.status).toBe(status);
      expect(await head.text()).toBe('');
      expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(answer.headers));
      const ranged = await ask('GET', { range: 'bytes=0-9' });
      expect(ranged.status).toBe(status);
      expect(Buffer.from(await ranged.arrayBuffer()).equals(body)).toBe(true);
    },
  );

  test('has one weak tag in every encoding, by which whoever has it is sent nothing', async () => {
    const app = page(200);
    const ask = (headers: Record<string, string> = {}) => app.request('/streamer/anouk', { headers });
    const tags = await Promise.all(
      ['br', 'gzip', 'identity'].map(
        async (accepted) => (await ask({ 'accept-encoding': accepted })).headers.get('etag') ?? '',
      ),
    );
    const [tag = ''] = tags;
    expect(new Set(tags)).toEqual(new Set([expect.stringMatching(/^W\/"[\w-]{22}"$/)]));
    for (const held of [tag, tag.slice(2), '*', `"other", ${tag}`]) {
      const answer = await ask({ 'if-none-match': held, 'accept-encoding': 'br' });
      expect(answer.status, held).toBe(304);
      expect(await answer.text()).toBe('');
      expect(answer.headers.get('etag')).toBe(tag);
      expect(answer.headers.get('vary')).toBe('Accept-Encoding');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(answer.headers.get('content-encoding')).toBeNull();
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'");
    }
    expect((await ask({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('is the same whoever asks, with whatever they send', async () => {
    const app = page(200);
    const plain = await (await app.request('/streamer/anouk')).text();
    const asked = await app.request('/streamer/anouk', {
      headers: {
        authorization: 'Bearer someone',
        cookie: 'sb-device=someone',
        'accept-language': 'en',
        'x-forwarded-for': '192.0.2.7',
        'x-forwarded-host': 'evil.example',
        host: 'evil.example',
      },
    });
    expect(await asked.text()).toBe(plain);
  });
});
