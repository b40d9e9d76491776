import { createHash } from 'node:crypto';
import type { StorageApiError } from '@supabase/storage-js';
import { describe, expect, test } from 'vitest';
import { AGNES, JACQUES, openShelves } from './testing/shelves.ts';

const shelves = await openShelves();
const agnes = await shelves.as(AGNES);
const jacques = await shelves.as(JACQUES);
const drawers = agnes.from('drawers');
const mine = (name: string) => `${AGNES}/${name}`;
const said = (error: unknown) => {
  const { statusCode, status, message } = error as StorageApiError;
  return [status, statusCode, message];
};
const download = async (path: string) => (await drawers.download(mine(path))).data?.text();

describe('an object', () => {
  test('is uploaded raw, as a form or from a stream, and downloaded as it was', async () => {
    const raw = await drawers.upload(mine('raw.txt'), 'des mots', { metadata: { from: 'Agnès' } });
    expect(raw).toMatchObject({
      error: null,
      data: { path: mine('raw.txt'), fullPath: `drawers/${mine('raw.txt')}` },
    });
    const form = await drawers.upload(mine('form.txt'), new Blob(['en formulaire'], { type: 'text/plain' }), {
      cacheControl: '60',
      metadata: { from: 'formulaire' },
    });
    expect(form.error).toBeNull();
    const streamed = await drawers.upload(mine('stream.bin'), new Blob(['peu à peu']).stream(), {
      contentType: 'application/x-drops',
    });
    expect(streamed.error).toBeNull();
    expect(await Promise.all(['raw.txt', 'form.txt', 'stream.bin'].map(download))).toEqual([
      'des mots',
      'en formulaire',
      'peu à peu',
    ]);
    const { data } = await drawers.info(mine('form.txt'));
    expect(data).toMatchObject({
      id: form.data?.id,
      name: mine('form.txt'),
      bucketId: 'drawers',
      size: 13,
      contentType: 'text/plain',
      cacheControl: 'max-age=60',
      etag: `"${createHash('md5').update('en formulaire').digest('hex')}"`,
      metadata: { from: 'formulaire' },
    });
    expect((await drawers.info(mine('raw.txt'))).data?.metadata).toEqual({ from: 'Agnès' });
  });

  test('is not replaced unless the caller asks for it', async () => {
    await drawers.upload(mine('once'), 'un');
    expect(said((await drawers.upload(mine('once'), 'deux')).error)).toEqual([
      400,
      '409',
      'The resource already exists',
    ]);
    expect(await download('once')).toBe('un');
    expect((await drawers.upload(mine('once'), 'trois', { upsert: true })).error).toBeNull();
    expect(await download('once')).toBe('trois');
    expect((await drawers.update(mine('once'), 'quatre')).error).toBeNull();
    expect(await download('once')).toBe('quatre');
    // An update also creates an object that did not exist.
    expect((await drawers.update(mine('new'), 'cinq')).error).toBeNull();
  });

  test('exists or does not', async () => {
    expect(await drawers.exists(mine('once'))).toMatchObject({ data: true });
    expect(await drawers.exists(mine('never'))).toMatchObject({ data: false });
    expect(said((await drawers.info(mine('never'))).error)).toEqual([400, '404', 'Object not found']);
    expect(said((await agnes.from('nowhere').upload('a', 'b')).error)).toEqual([
      400,
      '404',
      'Bucket not found',
    ]);
    expect((await drawers.download(mine('never'))).error).not.toBeNull();
  });

  test('moves and is copied, its bytes with it', async () => {
    const { data } = await drawers.upload(mine('from'), 'bagage');
    expect((await drawers.move(mine('from'), mine('to'))).data).toEqual({ message: 'Successfully moved' });
    expect((await drawers.info(mine('to'))).data?.id).toBe(data?.id);
    expect((await drawers.copy(mine('to'), mine('again'))).data).toEqual({
      path: `drawers/${mine('again')}`,
    });
    await drawers.remove([mine('to')]);
    expect(await download('again')).toBe('bagage');
    expect(said((await drawers.move(mine('absent'), mine('x'))).error)).toEqual([
      400,
      '404',
      'Object not found',
    ]);
    expect(said((await drawers.move(mine('again'), mine('once'))).error)[1]).toBe('409');
    expect(said((await drawers.copy(mine('again'), mine('once'))).error)[1]).toBe('409');
    const elsewhere = await drawers.move(mine('again'), mine('x'), { destinationBucket: 'nowhere' });
    expect(said(elsewhere.error)).toEqual([400, '404', 'The related resource does not exist']);
    // The rules of a bucket also hold for objects that are copied from another one.
    expect(
      said((await drawers.copy(mine('again'), mine('x'), { destinationBucket: 'frames' })).error)[1],
    ).toBe('415');
  });

  test('is removed, and only objects that existed are reported as removed', async () => {
    await drawers.upload(mine('gone'), 'adieu');
    const { data } = await drawers.remove([mine('gone'), mine('never')]);
    expect(data?.map(({ name }) => name)).toEqual([mine('gone')]);
    expect((await drawers.exists(mine('gone'))).data).toBe(false);
    expect((await agnes.from('nowhere').remove(['a'])).data).toEqual([]);
  });

  test('has a name that is valid on any disk and in any URL', async () => {
    for (const name of ['élan', 'n\u0000ul', 'a%b', 'a"b'])
      expect(said((await drawers.upload(mine(name), 'x')).error).slice(0, 2), name).toEqual([400, '400']);
    for (const climbing of ['a/../b', 'a/./b', '..'])
      expect(said((await drawers.move(mine('once'), mine(climbing))).error)[2]).toMatch(/^Invalid key: /);
    const odd = mine("l'été d'une fois (2) & $1 = a@b;c:d+e,f!.txt".replace('été', 'ete'));
    expect((await drawers.upload(odd, 'drôle')).error).toBeNull();
    expect(await (await drawers.download(odd)).data?.text()).toBe('drôle');
  });
});

describe('policies', () => {
  test('decide who writes, reads, moves and removes', async () => {
    await drawers.upload(mine('kept'), 'à moi');
    const theirs = jacques.from('drawers');
    const refused = [400, '403', 'new row violates row-level security policy'];
    expect(said((await theirs.upload(mine('forged'), 'x')).error)).toEqual(refused);
    expect(said((await shelves.anon.from('drawers').upload('a', 'x')).error)).toEqual(refused);
    expect(said((await theirs.upload(mine('kept'), 'x', { upsert: true })).error)).toEqual(refused);
    expect((await theirs.download(mine('kept'))).error).not.toBeNull();
    expect(said((await theirs.info(mine('kept'))).error)[1]).toBe('404');
    expect((await theirs.remove([mine('kept')])).data).toEqual([]);
    expect(said((await theirs.move(mine('kept'), `${JACQUES}/taken`)).error)[1]).toBe('404');
    expect(said((await theirs.copy(mine('kept'), `${JACQUES}/taken`)).error)[1]).toBe('404');
    expect(said((await drawers.move(mine('kept'), `${JACQUES}/given`)).error)).toEqual(refused);
    expect((await theirs.createSignedUrl(mine('kept'), 60)).error).not.toBeNull();
    expect((await theirs.list(AGNES)).data).toEqual([]);
    expect((await shelves.service.from('drawers').download(mine('kept'))).error).toBeNull();
    // Their owner sees it and may not delete it.
    expect((await drawers.remove([mine('kept')])).data).toEqual([]);
    expect(await download('kept')).toBe('à moi');
  });

  test('let somebody upload who may only insert', async () => {
    const letter = await jacques.from('letterbox').upload('lettre', 'chère Agnès');
    expect(letter.error).toBeNull();
    expect((await jacques.from('letterbox').download('lettre')).error).not.toBeNull();
    expect(said((await jacques.from('letterbox').upload('lettre', 'encore')).error)[1]).toBe('409');
  });

  test('are not asked for a bad key or token: the call is refused', async () => {
    const ask = (headers: Record<string, string>) =>
      fetch(`${shelves.url}/object/drawers/${mine('kept')}`, { headers }).then((answer) => answer.json());
    expect(await ask({})).toEqual({
      statusCode: '403',
      error: 'Unauthorized',
      message: 'Invalid Compact JWS',
      code: 'AccessDenied',
    });
    const apikey = shelves.keys.publishableKey;
    const stale = await shelves.keys.sign({ sub: AGNES, role: 'authenticated', exp: 1_000 });
    expect(await ask({ apikey, authorization: `Bearer ${stale}` })).toMatchObject({
      message: '"exp" claim timestamp check failed',
    });
    const token = await shelves.tokenOf(AGNES);
    const forged = `${token.slice(0, token.lastIndexOf('.') + 1)}${'A'.repeat(86)}`;
    expect(await ask({ apikey, authorization: `Bearer ${forged}` })).toMatchObject({
      message: 'signature verification failed',
    });
  });
});

describe('of many uploads of one name at once', () => {
  test('one wins, and its bytes are there', async () => {
    const words = Array.from({ length: 20 }, (_, at) => `mot ${at}`);
    const answers = await Promise.all(words.map((word) => drawers.upload(mine('race'), word)));
    const winners = answers.flatMap(({ error }, at) => (error === null ? [words[at]] : []));
    expect(winners).toHaveLength(1);
    expect(await download('race')).toBe(winners[0]);
  });

  test('with upsert all succeed, what remains is whole, and nothing else remains', async () => {
    const words = Array.from({ length: 20 }, (_, at) => `mot ${at} `.repeat(1000));
    const answers = await Promise.all(
      words.map((word) => drawers.upload(mine('over'), word, { upsert: true })),
    );
    expect(answers.filter(({ error }) => error !== null)).toEqual([]);
    expect(words).toContain(await download('over'));
    await expect
      .poll(async () => (await shelves.db.pool.query('select from storage.discarded_versions')).rowCount)
      .toBe(0);
  });
});

describe('a list', () => {
  test('shows folders and objects, by name whatever the case, and pages', async () => {
    const names = ['Zoe.txt', 'anna.txt', 'b/one', 'b/two', 'C/three', 'd.txt'];
    for (const name of names) await drawers.upload(mine(`list/${name}`), name);
    const list = async (options: object = {}, under = 'list') =>
      (await drawers.list(mine(under), options)).data?.map(({ name, id }) =>
        id === null ? `${name}/` : name,
      );
    expect(await list()).toEqual(['anna.txt', 'b/', 'C/', 'd.txt', 'Zoe.txt']);
    expect(await list({ limit: 2, offset: 1 })).toEqual(['b/', 'C/']);
    expect(await list({ sortBy: { column: 'name', order: 'desc' } })).toEqual([
      'Zoe.txt',
      'd.txt',
      'C/',
      'b/',
      'anna.txt',
    ]);
    expect(await list({ sortBy: { column: 'created_at', order: 'desc' } })).toEqual([
      'C/',
      'b/',
      'd.txt',
      'anna.txt',
      'Zoe.txt',
    ]);
    expect(await list({ search: 'z' })).toEqual(['Zoe.txt']);
    expect(await list({}, 'list/b')).toEqual(['one', 'two']);
    expect((await drawers.list(mine('list'), { limit: 1 })).data?.[0]?.metadata).toMatchObject({ size: 8 });
  });

  test('continues after the last entry of the page before', async () => {
    const prefix = mine('list/');
    const all: string[] = [];
    let cursor: string | undefined;
    do {
      const { data, error } = await drawers.listV2({
        prefix,
        limit: 2,
        with_delimiter: true,
        ...(cursor && { cursor }),
      });
      expect(error).toBeNull();
      all.push(
        ...(data?.folders ?? []).map(({ name }) => name),
        ...(data?.objects ?? []).map(({ name }) => name),
      );
      cursor = data?.hasNext ? data.nextCursor : undefined;
    } while (cursor !== undefined);
    expect(all.map((name) => name.slice(prefix.length)).toSorted()).toEqual([
      'C/',
      'Zoe.txt',
      'anna.txt',
      'b/',
      'd.txt',
    ]);
    const deep = await drawers.listV2({ prefix, sortBy: { column: 'created_at', order: 'desc' } });
    expect(deep.data?.objects.map(({ name }) => name.slice(prefix.length))).toEqual([
      'd.txt',
      'C/three',
      'b/two',
      'b/one',
      'anna.txt',
      'Zoe.txt',
    ]);
  });
});

describe('a signed URL', () => {
  test('opens one object until it expires', async () => {
    await drawers.upload(mine('signed.txt'), 'pour vous');
    const { data } = await drawers.createSignedUrl(mine('signed.txt'), 60, { download: 'lettre.txt' });
    const answer = await fetch(data?.signedUrl ?? '');
    expect([answer.status, await answer.text()]).toEqual([200, 'pour vous']);
    expect(answer.headers.get('content-disposition')).toBe(
      "attachment; filename=lettre.txt; filename*=UTF-8''lettre.txt",
    );
    expect(Date.parse(answer.headers.get('expires') ?? '')).toBeGreaterThan(Date.now());
    await drawers.upload(mine('other.txt'), 'pas pour vous');
    const other = await fetch((data?.signedUrl ?? '').replace('signed.txt', 'other.txt'));
    expect(await other.json()).toMatchObject({ statusCode: '400', code: 'InvalidSignature' });
    const broken = await fetch(`${data?.signedUrl}x`.replace('&download=lettre.txt', ''));
    expect(await broken.json()).toMatchObject({ code: 'InvalidJWT' });
    expect(said((await drawers.createSignedUrl(mine('signed.txt'), 0)).error)[1]).toBe('400');
  });

  test('can be made for several objects at once, and reports those that do not exist', async () => {
    const { data } = await drawers.createSignedUrls([mine('signed.txt'), mine('never')], 60);
    expect(data?.map(({ error }) => error)).toEqual([
      null,
      'Either the object does not exist or you do not have access to it',
    ]);
    expect((await fetch(data?.[0]?.signedUrl ?? '')).status).toBe(200);
  });

  test('lets somebody without a key upload one object, once', async () => {
    const { data } = await drawers.createSignedUploadUrl(mine('gift'));
    const { token = '' } = data ?? {};
    const nobody = shelves.anon.from('drawers');
    const first = await nobody.uploadToSignedUrl(mine('gift'), token, 'un cadeau');
    expect(first).toMatchObject({ error: null, data: { fullPath: `drawers/${mine('gift')}` } });
    expect(await download('gift')).toBe('un cadeau');
    expect(said((await nobody.uploadToSignedUrl(mine('gift'), token, 'un autre')).error)[1]).toBe('409');
    expect(said((await nobody.uploadToSignedUrl(mine('other'), token, 'x')).error)[1]).toBe('400');
    // A token for uploads cannot download.
    const scopes = await fetch(`${shelves.url}/object/sign/drawers/${mine('gift')}?token=${token}`);
    expect(await scopes.json()).toMatchObject({ message: 'Token is not scoped for download' });
    expect((await jacques.from('drawers').createSignedUploadUrl(mine('x'))).error).not.toBeNull();
    expect((await drawers.createSignedUploadUrl(mine('gift'))).error).not.toBeNull();
    expect((await drawers.createSignedUploadUrl(mine('gift'), { upsert: true })).error).toBeNull();
  });
});

test('resized pictures that are kept are forgotten for who may do all, by the official client', async () => {
  const { service, anon } = shelves;
  expect((await service.purgeBucketCache('drawers')).error).toBeNull();
  expect(said((await service.from('drawers').purgeCache(mine('never there'))).error)[0]).toBe(400);
  for (const { error } of [
    await anon.purgeBucketCache('drawers'),
    await anon.from('drawers').purgeCache('a'),
  ])
    expect(error).not.toBeNull();
});

test('what is not served is refused as unknown, in the protocol’s shape', async () => {
  const { service } = shelves;
  const asked = {
    getBucketLifecycle: await service.getBucketLifecycle('drawers'),
    deleteBucketLifecycle: await service.deleteBucketLifecycle('drawers'),
    vectors: await service.vectors.listBuckets(),
    analytics: await service.analytics.listBuckets(),
  };
  const statuses = Object.entries(asked).map(([call, { error }]) => [call, error && said(error)[0]]);
  expect(statuses).toEqual(Object.keys(asked).map((call) => [call, 404]));
});
