import { createHash, randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import sharp from 'sharp';
import { Upload } from 'tus-js-client';
import { describe, expect, test } from 'vitest';
import { openRenders } from './pictures.ts';
import { expireUploads, removeDiscarded, removeLeftOver } from './sweep.ts';
import { AGNES, JACQUES, openShelves } from './testing/shelves.ts';

const shelves = await openShelves();
const agnes = await shelves.as(AGNES);
const tokens = { agnes: await shelves.tokenOf(AGNES), jacques: await shelves.tokenOf(JACQUES) };
const mine = (name: string) => `${AGNES}/${name}`;
const endpoint = `${shelves.url}/upload/resumable`;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex');

interface Sending {
  bucket?: string;
  type?: string;
  chunkSize?: number;
  token?: string;
  upsert?: boolean;
  /** Called when a piece was accepted; true breaks the upload off. */
  onPiece?: (accepted: number) => boolean;
  uploadUrl?: string | null;
}

/** Sends a file as the official client does. @returns the upload's address, and whether all of the file arrived */
function send(name: string, file: Buffer, sending: Sending = {}): Promise<{ url: string; isWhole: boolean }> {
  const { bucket = 'drawers', type = 'application/x-drops', token = tokens.agnes, onPiece } = sending;
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint,
      uploadUrl: sending.uploadUrl ?? null,
      uploadSize: file.length,
      chunkSize: sending.chunkSize ?? 6 * 1024 * 1024,
      retryDelays: null,
      headers: {
        apikey: shelves.keys.publishableKey,
        authorization: `Bearer ${token}`,
        ...(sending.upsert && { 'x-upsert': 'true' }),
      },
      metadata: { bucketName: bucket, objectName: name, contentType: type, cacheControl: '60' },
      onError: reject,
      onSuccess: () => resolve({ url: upload.url ?? '', isWhole: true }),
      onChunkComplete: (_size, accepted) => {
        if (onPiece?.(accepted) !== true) return;
        upload.abort().then(() => resolve({ url: upload.url ?? '', isWhole: false }), reject);
      },
    });
    upload.start();
  });
}

const headersOf = (token: string, more: Record<string, string> = {}) => ({
  apikey: shelves.keys.publishableKey,
  authorization: `Bearer ${token}`,
  'tus-resumable': '1.0.0',
  ...more,
});
const begin = (name: string, length: number, more: Record<string, string> = {}, bucket = 'drawers') =>
  fetch(endpoint, {
    method: 'POST',
    headers: headersOf(tokens.agnes, {
      'upload-length': String(length),
      'upload-metadata': `bucketName ${base64(bucket)},objectName ${base64(name)}`,
      ...more,
    }),
  });
const addressOf = async (answer: Response) => {
  expect([answer.status, await answer.text()]).toEqual([201, '']);
  return answer.headers.get('location') ?? '';
};
const bring = (url: string, offset: number, body: Buffer | string, token = tokens.agnes) =>
  fetch(url, {
    method: 'PATCH',
    headers: headersOf(token, {
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    }),
    body: new Uint8Array(Buffer.from(body)),
  });
const ask = async (url: string, method = 'HEAD', token = tokens.agnes) => {
  const answer = await fetch(url, { method, headers: headersOf(token) });
  return { status: answer.status, text: await answer.text(), offset: answer.headers.get('upload-offset') };
};
const downloaded = async (name: string) =>
  Buffer.from(
    (await (await agnes.from('drawers').download(mine(name))).data?.arrayBuffer()) ?? new ArrayBuffer(0),
  );

describe('a file in pieces', () => {
  test('arrives whole through the official client, and is an object like others', async () => {
    const file = randomBytes(2_500_000);
    const { isWhole } = await send(mine('whole'), file, { chunkSize: 1_000_000 });
    expect(isWhole).toBe(true);
    expect(md5(await downloaded('whole'))).toBe(md5(file));
    expect((await agnes.from('drawers').info(mine('whole'))).data).toMatchObject({
      size: 2_500_000,
      contentType: 'application/x-drops',
      cacheControl: 'max-age=60',
      etag: `"${md5(file)}"`,
    });
    const { rows } = await shelves.db.pool.query('select from storage.upload_parts');
    expect(rows).toEqual([]);
  });

  test('continues after an interruption, from where it was', async () => {
    const file = randomBytes(3_000_000);
    const { url, isWhole } = await send(mine('resumed'), file, {
      chunkSize: 1_000_000,
      onPiece: (accepted) => accepted >= 1_000_000,
    });
    expect(isWhole).toBe(false);
    expect(await ask(url)).toMatchObject({ status: 200, offset: '1000000' });
    expect((await agnes.from('drawers').exists(mine('resumed'))).data).toBe(false);
    expect((await send(mine('resumed'), file, { chunkSize: 1_000_000, uploadUrl: url })).isWhole).toBe(true);
    expect(md5(await downloaded('resumed'))).toBe(md5(file));
  });

  test('keeps the bytes that came before the connection broke', async () => {
    const file = randomBytes(900_000);
    const url = await addressOf(await begin(mine('cut'), file.length));
    const sending = request(url, {
      method: 'PATCH',
      headers: headersOf(tokens.agnes, {
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        'content-length': String(file.length),
      }),
    });
    sending.on('error', () => undefined);
    await new Promise<void>((resolve) => sending.write(file.subarray(0, 400_000), () => resolve()));
    const incoming = join(shelves.folder, 'incoming');
    const arrived = async () => {
      const files = await Promise.all((await readdir(incoming)).map((file) => stat(join(incoming, file))));
      return Math.max(0, ...files.map(({ size }) => size));
    };
    await expect.poll(arrived).toBeGreaterThan(0);
    // A client that asks for the offset has given up its former connection, although the server does not know yet that it broke.
    const offset = Number((await ask(url)).offset);
    sending.destroy();
    expect(offset).toBeGreaterThan(0);
    expect(offset).toBeLessThanOrEqual(400_000);
    expect((await bring(url, offset, file.subarray(offset))).headers.get('tus-complete')).toBe('1');
    expect(md5(await downloaded('cut'))).toBe(md5(file));
  });

  test('is stored once when two requests send the same piece at once', async () => {
    const file = randomBytes(300_000);
    const url = await addressOf(await begin(mine('twice'), file.length));
    const answers = await Promise.all(Array.from({ length: 6 }, () => bring(url, 0, file)));
    // Each request replaces the one before; whichever came last, no byte counts twice.
    for (const { status } of answers) expect([204, 409]).toContain(status);
    expect(answers.filter(({ headers }) => headers.get('tus-complete') === '1').length).toBeLessThan(2);
    const offset = Number((await ask(url)).offset);
    if (offset < file.length) expect((await bring(url, offset, file.subarray(offset))).status).toBe(204);
    expect(md5(await downloaded('twice'))).toBe(md5(file));
  });

  /** The state that a process leaves when it dies after the last byte, of the word "mots", and before it makes the object. */
  async function leaveWhole(name: string, more: Record<string, string> = {}) {
    const url = await addressOf(await begin(mine(name), 4, more));
    await bring(url, 0, 'mo');
    const id = Buffer.from(url.slice(url.lastIndexOf('/') + 1), 'base64url')
      .toString()
      .slice(-36);
    const { bytes } = shelves;
    const incoming = await bytes.receive(Readable.from([Buffer.from('ts')]), 10);
    const part = crypto.randomUUID();
    await shelves.db.pool.query('update storage.resumable_uploads set received = 4 where id = $1', [id]);
    await shelves.db.pool.query('insert into storage.upload_parts values ($1, 2, 2, $2)', [id, part]);
    await bytes.bring(incoming, part);
    await bytes.keep(incoming, part);
    return { url, id };
  }

  test('becomes an object even if the answer to its last piece was lost', async () => {
    const { url } = await leaveWhole('silent');
    expect(await ask(url)).toMatchObject({ status: 200, offset: '4' });
    expect((await downloaded('silent')).toString()).toBe('mots');
    expect(await ask(url)).toMatchObject({ status: 200, offset: '4' });
    expect((await ask(url, 'DELETE')).status).toBe(400);
  });

  test.each([
    ['one server', '', 1, {}],
    ['two servers', ' twice', 2, {}],
    ['two servers that may replace', ' again', 2, { 'x-upsert': 'true' }],
  ])('becomes one object when several requests make it at once, at %s', async (_, suffix, servers, more) => {
    const name = `raced${suffix}`;
    const { url, id } = await leaveWhole(name, more);
    const second = servers === 2 ? url.replace(shelves.url, await shelves.openSecond()) : url;
    // The first that comes to mark the upload as finished waits here, with its object written and not committed.
    const holder = await shelves.db.pool.connect();
    await holder.query('begin');
    await holder.query('select from storage.resumable_uploads where id = $1 for update', [id]);
    const answers = [ask(url), ask(second), bring(second, 4, '')];
    const waiting = async () => {
      const { rows } = await shelves.db.pool.query<{ count: number }>(
        "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rows[0]?.count;
    };
    await expect.poll(waiting, { timeout: 5_000 }).toBeGreaterThanOrEqual(servers);
    await holder.query('commit');
    holder.release();
    for (const { status } of await Promise.all(answers)) expect([200, 204, 409]).toContain(status);
    expect(await ask(url)).toMatchObject({ status: 200, offset: '4' });
    expect((await downloaded(name)).toString()).toBe('mots');
    const { rows } = await shelves.db.pool.query<{ version: string }>(
      'select version from storage.objects union all select version from storage.upload_parts union all select version from storage.discarded_versions',
    );
    const known = new Set(rows.map(({ version }) => version));
    const lying = await Array.fromAsync(shelves.bytes.listBefore(Number.POSITIVE_INFINITY));
    expect(lying.filter((version) => !known.has(version))).toEqual([]);
  });

  test('may be empty, and may be sent with the request that begins the upload', async () => {
    await addressOf(await begin(mine('empty'), 0));
    expect((await agnes.from('drawers').info(mine('empty'))).data?.size).toBe(0);
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: headersOf(tokens.agnes, {
        'upload-length': '5',
        'upload-metadata': `bucketName ${base64('drawers')},objectName ${base64(mine('at once'))}`,
        'content-type': 'application/offset+octet-stream',
      }),
      body: 'vite!',
    });
    expect(answer.headers.get('upload-offset')).toBe('5');
    expect((await downloaded('at once')).toString()).toBe('vite!');
  });

  test('can be sent with a signed token too', async () => {
    const { data } = await agnes.from('drawers').createSignedUploadUrl(mine('signed'));
    const begun = await fetch(`${endpoint}/sign`, {
      method: 'POST',
      headers: {
        'tus-resumable': '1.0.0',
        'x-signature': data?.token ?? '',
        'upload-length': '3',
        'upload-metadata': `bucketName ${base64('drawers')},objectName ${base64(mine('signed'))}`,
      },
    });
    const url = await addressOf(begun);
    const headers = {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    };
    const unsigned = await fetch(url, { method: 'PATCH', headers, body: 'oui' });
    expect(unsigned.status).toBe(400);
    const signed = { ...headers, 'x-signature': data?.token ?? '' };
    expect((await fetch(url, { method: 'PATCH', headers: signed, body: 'oui' })).status).toBe(204);
    expect((await downloaded('signed')).toString()).toBe('oui');
  });
});

describe('the sender of a file in pieces', () => {
  test('is checked by the policies when the upload begins and at every piece', async () => {
    const theirs = await begin(`${JACQUES}/x`, 5);
    expect([theirs.status, await theirs.text()]).toEqual([403, 'new row violates row-level security policy']);
    const url = await addressOf(await begin(mine('hers'), 5));
    expect((await bring(url, 0, 'vol', tokens.jacques)).status).toBe(403);
    expect((await ask(url, 'DELETE', tokens.jacques)).status).toBe(403);
    expect((await bring(url, 0, 'ou', tokens.agnes)).status).toBe(204);
    expect((await ask(url, 'DELETE')).status).toBe(204);
    expect((await ask(url)).status).toBe(404);
  });

  test('is told that a name is taken, and replaces the object only when asking for it', async () => {
    await agnes.from('drawers').upload(mine('name'), 'avant');
    expect((await begin(mine('name'), 5)).status).toBe(409);
    await send(mine('name'), Buffer.from('après'), { upsert: true });
    expect((await downloaded('name')).toString()).toBe('après');
  });

  test('may have at most twenty unfinished uploads, however many begin at once', async () => {
    const other = '00000000-0000-4000-8000-00000000000c';
    const token = await shelves.tokenOf(other);
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async (_, count) => {
        const headers = headersOf(token, {
          'upload-length': '9',
          'upload-metadata': `bucketName ${base64('drawers')},objectName ${base64(`${other}/${count}`)}`,
          // Limits of one address must not make them wait for each other.
          'x-forwarded-for': `192.0.2.${count + 1}`,
        });
        return (await fetch(endpoint, { method: 'POST', headers })).status;
      }),
    );
    expect(statuses.toSorted()).toEqual([
      ...Array.from({ length: 20 }, () => 201),
      ...Array.from({ length: 20 }, () => 429),
    ]);
  });
});

describe('a refusal', () => {
  test('has its true status and plain words', async () => {
    const said = async (answer: Response) => [answer.status, await answer.text()];
    expect(await said(await begin(mine('x'), 5, {}, 'nowhere'))).toEqual([404, 'Bucket not found']);
    expect(await said(await begin(mine('x'), 60_000_001))).toEqual([413, 'Maximum size exceeded\n']);
    expect((await begin(mine('../x'), 5)).status).toBe(400);
    expect((await begin(mine('x'), 5, { 'upload-length': 'much' })).status).toBe(400);
    const type = {
      'upload-metadata': `bucketName ${base64('posters')},objectName ${base64(mine('x'))},contentType ${base64('text/css')}`,
    };
    expect((await begin(mine('x'), 5, type)).status).toBe(415);
    expect((await begin(mine('x'), 5, { 'tus-resumable': '0.2.2' })).status).toBe(412);
    const stranger = await fetch(endpoint, { method: 'POST', headers: headersOf('a.b.c') });
    expect([stranger.status, stranger.headers.get('content-type')]).toEqual([400, 'application/json']);
    const url = await addressOf(await begin(mine('x'), 5));
    expect((await bring(url, 3, 'ab')).status).toBe(409);
    expect((await bring(url, 0, 'abcdef')).status).toBe(413);
    expect(
      (
        await fetch(`${endpoint}/${base64('drawers/x/y')}`, {
          method: 'HEAD',
          headers: headersOf(tokens.agnes),
        })
      ).status,
    ).toBe(404);
  });

  test('because of the type of the bytes comes at the end, and leaves nothing behind', async () => {
    const frames = agnes.from('frames');
    const file = Buffer.from('<script>alert(1)</script>');
    await expect(send(mine('x.png'), file, { bucket: 'frames', type: 'image/png' })).rejects.toMatchObject({
      originalResponse: { getStatus: expect.any(Function) },
    });
    expect((await frames.exists(mine('x.png'))).data).toBe(false);
    const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#333' } })
      .png()
      .toBuffer();
    await send(mine('x.png'), picture, { bucket: 'frames', type: 'image/jpeg' });
    expect((await frames.info(mine('x.png'))).data?.contentType).toBe('image/png');
  });

  test('is asked about without a key', async () => {
    const { status, headers } = await fetch(endpoint, { method: 'OPTIONS' });
    expect([status, headers.get('tus-version'), headers.get('tus-max-size')]).toEqual([
      204,
      '1.0.0',
      '60000000',
    ]);
    expect(headers.get('tus-extension')).toContain('creation');
  });
});

test('an upload that is not completed is removed after a day, with its bytes', async () => {
  const url = await addressOf(await begin(mine('forgotten'), 500));
  await bring(url, 0, randomBytes(100));
  const kept = await addressOf(await begin(mine('kept'), 200));
  await bring(kept, 0, randomBytes(100));
  const { bytes } = shelves;
  const renders = await openRenders(join(shelves.folder, 'renders'), bytes);
  const deps = { pool: shelves.db.pool, bytes, renders, logger: pino({ level: 'silent' }) };
  // Pieces have rows, so they do not count as left over.
  await removeLeftOver(deps, Number.POSITIVE_INFINITY);
  await shelves.db.pool.query(
    "update storage.resumable_uploads set expires_at = now() - interval '1 minute' where name like '%/forgotten'",
  );
  expect((await ask(url)).status).toBe(410);
  await expireUploads(deps);
  await removeDiscarded(deps);
  const { rows } = await shelves.db.pool.query<{ version: string }>(
    'select version from storage.objects union all select version from storage.upload_parts',
  );
  const lying = await Array.fromAsync(bytes.listBefore(Number.POSITIVE_INFINITY));
  expect(lying.toSorted()).toEqual(rows.map(({ version }) => version).toSorted());
  expect((await bring(kept, 100, randomBytes(100))).status).toBe(204);
  await shelves.db.pool.query("update storage.resumable_uploads set expires_at = now() - interval '2 days'");
  await expireUploads(deps);
  expect((await ask(url)).status).toBe(404);
});
