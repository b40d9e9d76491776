// Long because it is one table: each call of the protocol, with its answers and refusals.
import { describe, expect, test } from 'vitest';
import { AGNES, JACQUES, openShelves } from './testing/shelves.ts';

/** Each call of storage-api as it is on the wire, without the client that would hide it: method, path, body; status, body, code. */

const shelves = await openShelves({ mostBytes: 3_000_000 });
type Who = 'nobody' | 'anon' | 'agnes' | 'jacques' | 'service';
const tokens = { agnes: await shelves.tokenOf(AGNES), jacques: await shelves.tokenOf(JACQUES) };

interface Asked {
  body?: string | object;
  headers?: Record<string, string>;
}
async function ask(who: Who, call: string, { body, headers = {} }: Asked = {}) {
  const [method = '', path = ''] = call.split(' ');
  const key = who === 'service' ? shelves.keys.secretKey : shelves.keys.publishableKey;
  const bearer = who === 'agnes' || who === 'jacques' ? tokens[who] : key;
  const answer = await fetch(`${shelves.url}${path.replaceAll(':me', AGNES)}`, {
    method,
    headers: {
      ...(who !== 'nobody' && { apikey: key, authorization: `Bearer ${bearer}` }),
      ...(typeof body === 'object' && { 'content-type': 'application/json' }),
      ...(typeof body === 'string' && { 'content-type': 'text/plain' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
  return {
    status: answer.status,
    body: isJson && text !== '' ? JSON.parse(text) : text,
    headers: answer.headers,
  };
}
const fails = (statusCode: string, error: string, code: string, message: string, status = 400) => ({
  status,
  body: { statusCode, error, code, message },
});
const answers = (body: unknown) => ({ status: 200, body });

const noBucket = fails('404', 'Bucket not found', 'NoSuchBucket', 'Bucket not found');
const noKey = fails('404', 'not_found', 'NoSuchKey', 'Object not found');
const refused = fails('403', 'Unauthorized', 'AccessDenied', 'new row violates row-level security policy');
const wrongRole = fails('403', 'Unauthorized', 'AccessDenied', 'Access denied: Invalid role', 403);
const taken = (code: string) => fails('409', 'Duplicate', code, 'The resource already exists');
const tooLarge = fails(
  '413',
  'Payload too large',
  'EntityTooLarge',
  'The object exceeded the maximum allowed size',
);
const wrongType = (type: string) =>
  fails('415', 'invalid_mime_type', 'InvalidMimeType', `mime type ${type} is not supported`);
const noKeyAtAll = fails('403', 'Unauthorized', 'AccessDenied', 'Invalid Compact JWS');

test('buckets: what each call answers, and how it refuses', async () => {
  const create = (who: Who, body: object) => ask(who, 'POST /bucket', { body });
  expect(
    await create('service', { name: 'box', public: true, allowed_mime_types: ['text/plain'] }),
  ).toMatchObject(answers({ name: 'box' }));
  expect(await create('service', { name: 'box' })).toMatchObject(taken('BucketAlreadyExists'));
  const badName = fails('400', 'Invalid Input', 'InvalidBucketName', 'Bucket name invalid');
  for (const name of ['a/b', ' a', 'a ', 'é', 'x'.repeat(101)])
    expect(await create('service', { name })).toMatchObject(badName);
  expect(await create('service', { name: 'wide', file_size_limit: '20mb' })).toMatchObject(tooLarge);
  expect(await create('agnes', { name: 'hers' })).toMatchObject(refused);
  expect(await create('nobody', { name: 'hers' })).toMatchObject(noKeyAtAll);
  expect(await create('service', {})).toMatchObject({
    status: 400,
    body: { statusCode: '400', code: 'InvalidRequest' },
  });

  const [listed] = (await ask('service', 'GET /bucket?search=box&limit=1&sortColumn=name&sortOrder=asc'))
    .body;
  expect(listed).toMatchObject({ id: 'box', name: 'box', type: 'STANDARD', public: true });
  const { body } = await ask('service', 'GET /bucket/box');
  expect(Object.keys(body).sort()).toEqual(
    [
      'id',
      'name',
      'owner',
      'public',
      'file_size_limit',
      'allowed_mime_types',
      'created_at',
      'updated_at',
    ].sort(),
  );
  expect(body.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(body.owner).toBe('');
  expect(await ask('service', 'GET /bucket/none')).toMatchObject(noBucket);
  expect(await ask('service', 'PUT /bucket/box', { body: { public: false } })).toMatchObject(
    answers({ message: 'Successfully updated' }),
  );
  expect((await ask('service', 'GET /bucket/box')).body.allowed_mime_types).toEqual(['text/plain']);
  expect(await ask('service', 'PUT /bucket/none', { body: {} })).toMatchObject(noBucket);

  // Types are compared letter by letter: the client's own default does not fit `text/plain`.
  const words = { body: 'mot', headers: { 'content-type': 'text/plain;charset=UTF-8' } };
  expect(await ask('service', 'POST /object/box/a', words)).toMatchObject(
    wrongType('text/plain;charset=UTF-8'),
  );
  expect(await ask('service', 'POST /object/box/a', { body: 'mot' })).toMatchObject(
    answers({ Id: expect.any(String), Key: 'box/a' }),
  );
  // The dashboard's mark of an empty folder has no bytes and any type.
  const mark = { body: '', headers: { 'content-type': 'application/octet-stream' } };
  expect(await ask('service', 'POST /object/box/folder/.emptyFolderPlaceholder', mark)).toMatchObject({
    status: 200,
  });

  expect(await ask('service', 'DELETE /bucket/box')).toMatchObject(
    fails('409', 'ResourceNotEmpty', 'ResourceNotEmpty', 'The bucket you tried to delete is not empty'),
  );
  expect(await ask('agnes', 'POST /bucket/box/empty')).toMatchObject(wrongRole);
  expect(await ask('service', 'POST /bucket/none/empty')).toMatchObject(noBucket);
  expect(await ask('service', 'POST /bucket/box/empty')).toMatchObject(
    answers({ message: 'Empty bucket has been queued. Completion may take up to an hour.' }),
  );
  expect(await ask('service', 'DELETE /bucket/box')).toMatchObject(
    answers({ message: 'Successfully deleted' }),
  );
  expect(await ask('service', 'DELETE /bucket/box')).toMatchObject(noBucket);
});

describe('objects', () => {
  const put = (name: string, body = 'mot', headers: Record<string, string> = {}, who: Who = 'agnes') =>
    ask(who, `POST /object/drawers/${name}`, { body, headers });

  test('are stored, replaced and told about', async () => {
    const metadata = Buffer.from(JSON.stringify({ from: 'Agnès' })).toString('base64');
    const sent = await put(':me/a', 'mot', { 'cache-control': 'max-age=7', 'x-metadata': metadata });
    expect(sent).toMatchObject(answers({ Id: expect.any(String), Key: `drawers/${AGNES}/a` }));
    expect(await put(':me/a')).toMatchObject(taken('KeyAlreadyExists'));
    expect(await put(':me/a', 'mots', { 'x-upsert': 'true', 'x-metadata': metadata })).toMatchObject({
      status: 200,
    });
    expect(await ask('agnes', 'PUT /object/drawers/:me/new', { body: 'neuf' })).toMatchObject(
      answers({ Id: expect.any(String), Key: `drawers/${AGNES}/new` }),
    );
    const info = await ask('agnes', 'GET /object/info/drawers/:me/a');
    expect(info.status).toBe(200);
    expect(Object.keys(info.body).sort()).toEqual(
      [
        'id',
        'name',
        'version',
        'bucket_id',
        'size',
        'content_type',
        'cache_control',
        'etag',
        'metadata',
        'last_modified',
        'created_at',
      ].sort(),
    );
    expect(info.body).toMatchObject({ size: 4, content_type: 'text/plain', metadata: { from: 'Agnès' } });
    expect(await ask('agnes', 'GET /object/info/drawers/:me/none')).toMatchObject(noKey);
    expect(await put('a', 'x', {}, 'anon')).toMatchObject(refused);
    expect(await put('a', 'x', {}, 'nobody')).toMatchObject(noKeyAtAll);
    expect(await ask('agnes', 'POST /object/none/a', { body: 'x' })).toMatchObject(noBucket);
    const accent = `${AGNES}/élan`;
    expect(
      await ask('agnes', `POST /object/drawers/${encodeURIComponent(accent)}`, { body: 'x' }),
    ).toMatchObject(fails('400', 'InvalidKey', 'InvalidKey', `Invalid key: ${accent}`));
    expect(await put(':me/large', 'x'.repeat(3_000_001))).toMatchObject(tooLarge);
    expect(await ask('agnes', 'POST /object/posters/:me/a', { body: 'x' })).toMatchObject(
      wrongType('text/plain'),
    );
  });

  test('are read by everybody, by who may, or by an address, and refused alike', async () => {
    const read = await ask('agnes', 'GET /object/drawers/:me/a');
    expect(read).toMatchObject(answers('mots'));
    expect(read.headers.get('etag')).toMatch(/^"[0-9a-f]{32}"$/);
    expect(read.headers.get('x-robots-tag')).toBe('none');
    expect(await ask('agnes', 'GET /object/authenticated/drawers/:me/a?cacheNonce=1')).toMatchObject(
      answers('mots'),
    );
    expect(await ask('jacques', 'GET /object/authenticated/drawers/:me/a')).toMatchObject(noKey);
    expect(await ask('nobody', 'GET /object/drawers/:me/a')).toMatchObject(noKeyAtAll);
    expect(await ask('nobody', 'GET /object/public/drawers/:me/a')).toMatchObject(noBucket);
    expect(await ask('nobody', 'GET /object/public/none/a')).toMatchObject(noBucket);
    for (const path of [
      '/object/drawers/:me/none',
      '/object/authenticated/drawers/:me/none',
      '/object/public/posters/none',
    ])
      expect((await ask('agnes', `HEAD ${path}`)).status).toBe(400);
    const saved = await ask('agnes', 'GET /object/drawers/:me/a?download');
    expect(saved.headers.get('content-disposition')).toBe('attachment;');
    const wrong = await ask('agnes', 'GET /object/drawers/:me/a', { headers: { range: 'bytes=9-' } });
    expect(wrong).toMatchObject(fails('416', 'invalid_range', 'InvalidRange', 'invalid range provided', 416));
  });

  test('are moved and copied', async () => {
    const move = (who: Who, from: string, to: string, more: object = {}) =>
      ask(who, 'POST /object/move', {
        body: { bucketId: 'drawers', sourceKey: from, destinationKey: to, ...more },
      });
    const copy = (from: string, to: string, more: object = {}) =>
      ask('agnes', 'POST /object/copy', {
        body: { bucketId: 'drawers', sourceKey: from, destinationKey: to, ...more },
      });
    const mine = (name: string) => `${AGNES}/${name}`;
    await put(':me/b');
    const { body: before } = await ask('agnes', 'GET /object/info/drawers/:me/b');
    expect(await move('agnes', mine('b'), mine('c'))).toMatchObject(
      answers({ message: 'Successfully moved' }),
    );
    expect((await ask('agnes', 'GET /object/info/drawers/:me/c')).body.id).toBe(before.id);
    expect(await move('agnes', mine('b'), mine('d'))).toMatchObject(noKey);
    expect(await move('agnes', mine('c'), mine('a'))).toMatchObject(taken('ResourceAlreadyExists'));
    expect(await move('agnes', mine('c'), `${JACQUES}/c`)).toMatchObject(refused);
    expect(await move('agnes', mine('c'), mine('d'), { destinationBucket: 'none' })).toMatchObject(
      fails('404', 'InvalidRequest', 'InvalidRequest', 'The related resource does not exist'),
    );
    const copied = await copy(mine('c'), mine('d'));
    expect(copied).toMatchObject(
      answers({ Id: expect.any(String), Key: `drawers/${mine('d')}`, name: mine('d'), bucket_id: 'drawers' }),
    );
    expect(copied.body.Id).not.toBe(before.id);
    expect(await copy(mine('c'), mine('a'))).toMatchObject(taken('KeyAlreadyExists'));
    expect(await copy(mine('none'), mine('e'))).toMatchObject(noKey);
  });

  test('are copied over another that is there when asked, and with metadata of their own', async () => {
    const mine = (name: string) => `${AGNES}/${name}`;
    const said = (value: object) => ({ 'x-metadata': Buffer.from(JSON.stringify(value)).toString('base64') });
    const info = async (name: string) => (await ask('agnes', `GET /object/info/drawers/:me/${name}`)).body;
    const copy = (to: string, more: object, headers: Record<string, string>, bucket = 'drawers') =>
      ask('agnes', 'POST /object/copy', {
        body: {
          bucketId: 'drawers',
          sourceKey: mine('told'),
          destinationBucket: bucket,
          destinationKey: mine(to),
          ...more,
        },
        headers,
      });
    await put(':me/told', 'mot', { 'cache-control': 'max-age=7', ...said({ from: 'Agnès' }) });
    await put(':me/over', 'autre mot', said({}));
    expect(await info('over')).toMatchObject({ metadata: {}, size: 9 });
    expect(await copy('over', {}, {})).toMatchObject(taken('KeyAlreadyExists'));
    const before = await info('over');
    expect(await copy('over', {}, { 'x-upsert': 'true' })).toMatchObject({ status: 200 });
    const over = await info('over');
    expect(over).toMatchObject({ id: before.id, metadata: { from: 'Agnès' }, size: 3 });
    expect(over.version).not.toBe(before.version);
    expect((await ask('agnes', 'GET /object/drawers/:me/over')).body).toBe('mot');

    const metadata = { cacheControl: 'max-age=9', mimetype: 'text/csv' };
    await copy('kept', { metadata }, said({ by: 'personne' }));
    expect(await info('kept')).toMatchObject({
      metadata: { from: 'Agnès' },
      cache_control: 'max-age=7',
      content_type: 'text/plain',
    });
    await copy('changed', { copyMetadata: false, metadata }, said({ by: 'Agnès' }));
    expect(await info('changed')).toMatchObject({
      metadata: { by: 'Agnès' },
      cache_control: 'max-age=9',
      content_type: 'text/csv',
    });
    await copy('bare', { copyMetadata: false }, {});
    expect(await info('bare')).toMatchObject({
      metadata: null,
      cache_control: 'max-age=7',
      content_type: 'text/plain',
    });
    expect(
      await copy('never', { copyMetadata: false, metadata: { mimetype: 'image/png' } }, {}, 'posters'),
    ).toMatchObject(wrongType('text/plain'));
    expect(await copy(`../${JACQUES}/over`, {}, { 'x-upsert': 'true' })).toMatchObject({ status: 400 });
  });

  test('tell what they are in headers too, whether or not the body is read', async () => {
    await put(':me/headed');
    const [got, head] = [
      await ask('agnes', 'GET /object/info/drawers/:me/headed'),
      await ask('agnes', 'HEAD /object/info/drawers/:me/headed'),
    ];
    for (const { status, headers } of [got, head])
      expect([status, headers.get('etag'), headers.get('cache-control')]).toEqual([
        200,
        got.body.etag,
        'no-cache',
      ]);
    expect(head.body).toBe('');
  });

  test('are refused for their type, then by policies and names, then for their size', async () => {
    const large = 'x'.repeat(3_000_001);
    const type = { 'content-type': 'text/plain' };
    expect(
      await ask('agnes', `POST /object/posters/${JACQUES}/a`, { body: large, headers: type }),
    ).toMatchObject(wrongType('text/plain'));
    expect(await ask('agnes', `POST /object/drawers/${JACQUES}/a`, { body: large })).toMatchObject(refused);
    await put(':me/there');
    expect(await put(':me/there', large)).toMatchObject(taken('KeyAlreadyExists'));
    expect(await put(':me/elsewhere', large)).toMatchObject(tooLarge);
  });

  test('are listed in folders, and in pages', async () => {
    for (const name of ['list/un', 'list/Deux', 'list/folder/trois']) await put(`:me/${name}`);
    const list = (body: object) => ask('agnes', 'POST /object/list/drawers', { body });
    const { status, body } = await list({ prefix: `${AGNES}/list`, limit: 10 });
    expect(status).toBe(200);
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['Deux', 'folder', 'un']);
    const facts = ['name', 'id', 'updated_at', 'created_at', 'last_accessed_at', 'metadata'].sort();
    for (const entry of body) expect(Object.keys(entry).sort()).toEqual(facts);
    expect(body[1]).toEqual({
      name: 'folder',
      id: null,
      updated_at: null,
      created_at: null,
      last_accessed_at: null,
      metadata: null,
    });
    expect((await list({ prefix: `${AGNES}/list`, search: 'DE' })).body).toHaveLength(1);
    expect(
      (await list({ prefix: `${AGNES}/list`, sortBy: { column: 'created_at', order: 'asc' } })).body[0].name,
    ).toBe('folder');
    expect(await list({ limit: 'many' })).toMatchObject({ status: 400, body: { code: 'InvalidRequest' } });
    const page = await ask('agnes', 'POST /object/list-v2/drawers', {
      body: { prefix: `${AGNES}/list/`, with_delimiter: true, limit: 2 },
    });
    expect(page).toMatchObject(
      answers({
        hasNext: true,
        nextCursor: expect.any(String),
        folders: [{ key: `${AGNES}/list/folder`, name: `${AGNES}/list/folder/` }],
        objects: [{ name: `${AGNES}/list/Deux` }],
      }),
    );
    expect(
      await ask('agnes', 'POST /object/list-v2/drawers', { body: { cursor: 'nonsense' } }),
    ).toMatchObject({ status: 400, body: { code: 'InvalidRequest' } });
  });

  test('have addresses that expire, and that one may upload to', async () => {
    const sign = (body: object, name = ':me/a') =>
      ask('agnes', `POST /object/sign/drawers/${name}`, { body });
    const { status, body } = await sign({ expiresIn: 60 });
    expect([status, body.signedURL]).toEqual([
      200,
      expect.stringMatching(`^/object/sign/drawers/${AGNES}/a\\?token=`),
    ]);
    expect(await ask('nobody', `GET ${body.signedURL}`)).toMatchObject(answers('mots'));
    expect(await sign({ expiresIn: 0 })).toMatchObject(
      fails('400', 'Error', 'InvalidRequest', 'body/expiresIn must be >= 1'),
    );
    expect(await sign({ expiresIn: 60 }, ':me/none')).toMatchObject(noKey);
    const { body: sized } = await sign({ expiresIn: 60, transform: { width: 10 } });
    expect(sized.signedURL).toMatch(/^\/render\/image\/sign\/drawers\//);
    const many = await ask('agnes', 'POST /object/sign/drawers', {
      body: { expiresIn: 60, paths: [`${AGNES}/a`, `${AGNES}/none`] },
    });
    expect(many).toMatchObject(
      answers([
        { error: null, path: `${AGNES}/a`, signedURL: expect.any(String) },
        {
          error: 'Either the object does not exist or you do not have access to it',
          path: `${AGNES}/none`,
          signedURL: null,
        },
      ]),
    );
    const token = body.signedURL.split('token=')[1];
    expect(await ask('nobody', `GET /object/sign/drawers/:me/b?token=${token}`)).toMatchObject(
      fails('400', 'InvalidSignature', 'InvalidSignature', 'Invalid signature'),
    );
    expect(await ask('nobody', 'GET /object/sign/drawers/:me/a?token=x.y.z')).toMatchObject({
      status: 400,
      body: { statusCode: '400', error: 'InvalidJWT', code: 'InvalidJWT' },
    });
    expect(
      await ask('nobody', `PUT /object/upload/sign/drawers/:me/x?token=${token}`, { body: 'x' }),
    ).toMatchObject({
      status: 400,
      body: { code: 'InvalidSignature' },
    });

    const { body: made } = await ask('agnes', 'POST /object/upload/sign/drawers/:me/gift');
    expect(made).toEqual({
      url: expect.stringMatching(`^/object/upload/sign/drawers/${AGNES}/gift\\?token=`),
      token: expect.any(String),
    });
    expect(await ask('nobody', `PUT ${made.url}`, { body: 'cadeau' })).toMatchObject(
      answers({ Key: `drawers/${AGNES}/gift` }),
    );
    expect(await ask('nobody', `PUT ${made.url}`, { body: 'cadeau' })).toMatchObject(
      taken('KeyAlreadyExists'),
    );
    expect(await ask('nobody', `GET /object/sign/drawers/:me/gift?token=${made.token}`)).toMatchObject(
      fails('400', 'InvalidSignature', 'InvalidSignature', 'Token is not scoped for download'),
    );
    expect(await ask('jacques', 'POST /object/upload/sign/drawers/:me/gift2')).toMatchObject(refused);
  });

  test('are deleted', async () => {
    const many = await ask('agnes', 'DELETE /object/drawers', {
      body: { prefixes: [`${AGNES}/a`, `${AGNES}/none`] },
    });
    expect(many).toMatchObject(
      answers([{ name: `${AGNES}/a`, bucket_id: 'drawers', id: expect.any(String) }]),
    );
    expect(await ask('agnes', 'DELETE /object/none', { body: { prefixes: ['a'] } })).toMatchObject(
      answers([]),
    );
    await put(':me/b', 'x', { 'x-upsert': 'true' });
    expect(await ask('agnes', 'DELETE /object/drawers/:me/b')).toMatchObject(
      answers({ message: 'Successfully deleted' }),
    );
    expect(await ask('agnes', 'DELETE /object/drawers/:me/b')).toMatchObject(noKey);
    // Seen, and not theirs to delete.
    await put(':me/kept');
    expect(await ask('agnes', 'DELETE /object/drawers/:me/kept')).toMatchObject(
      fails('403', 'Unauthorized', 'AccessDenied', 'Access denied'),
    );
  });

  test('are forgotten by caches for the server alone', async () => {
    await put(':me/cached');
    for (const path of [
      '/cdn/drawers',
      '/cdn/drawers/:me/cached',
      '/cdn/drawers/:me/cached?transformations=true',
    ]) {
      expect(await ask('service', `DELETE ${path}`)).toMatchObject(answers({ message: 'success' }));
      expect(await ask('agnes', `DELETE ${path}`)).toMatchObject(wrongRole);
    }
  });

  test('of ten thousand are listed by pages of a thousand, each once, and no page takes long', async () => {
    await shelves.db.pool.query(
      `insert into storage.objects (bucket_id, name, owner_id, version)
       select 'drawers', $1 || '/many/' || lpad(n::text, 5, '0'), $1, gen_random_uuid()::text from generate_series(1, 10000) n`,
      [AGNES],
    );
    const seen = new Set<string>();
    let cursor: string | undefined;
    do {
      const { body } = await ask('agnes', 'POST /object/list-v2/drawers', {
        body: { prefix: `${AGNES}/many/`, limit: 1000, ...(cursor && { cursor }) },
      });
      for (const { name } of body.objects) seen.add(name);
      cursor = body.hasNext ? body.nextCursor : undefined;
    } while (cursor !== undefined);
    expect(seen.size).toBe(10_000);
    const last = await ask('agnes', 'POST /object/list/drawers', {
      body: { prefix: `${AGNES}/many`, limit: 1000, offset: 9_990 },
    });
    expect(last.body.map(({ name }: { name: string }) => name)).toHaveLength(10);
    // The folder they lie in is one entry, and somebody else's list is none of them.
    const above = await ask('agnes', 'POST /object/list/drawers', { body: { prefix: AGNES, search: 'man' } });
    expect(above.body).toEqual([expect.objectContaining({ name: 'many', id: null })]);
    expect(
      (await ask('jacques', 'POST /object/list/drawers', { body: { prefix: `${AGNES}/many` } })).body,
    ).toEqual([]);
    // As many names as one call may delete; one more is refused.
    const prefixes = [...seen].slice(0, 1_001);
    expect(await ask('agnes', 'DELETE /object/drawers', { body: { prefixes } })).toMatchObject({
      status: 400,
    });
    const gone = await ask('agnes', 'DELETE /object/drawers', { body: { prefixes: prefixes.slice(1) } });
    expect(gone.body).toHaveLength(1_000);
  });
});

test('buckets are searched for what was typed, whatever LIKE would read in it', async () => {
  for (const name of ['a_b', 'aXb', 'a.b', 'A_B2']) await ask('service', 'POST /bucket', { body: { name } });
  const found = async (search: string) =>
    ((await ask('service', `GET /bucket?search=${encodeURIComponent(search)}`)).body as { id: string }[])
      .map(({ id }) => id)
      .sort();
  expect(await found('a_b')).toEqual(['A_B2', 'a_b']);
  expect(await found('%')).toEqual([]);
  expect(await found('\\')).toEqual([]);
  expect(await found('A.B')).toEqual(['a.b']);
  for (const name of ['a_b', 'aXb', 'a.b', 'A_B2']) await ask('service', `DELETE /bucket/${name}`);
});

test('it says to anybody that it is there, and which version it is', async () => {
  expect(await ask('nobody', 'GET /status')).toMatchObject(answers(''));
  expect((await ask('nobody', 'GET /version')).body).toMatch(/^\d+\.\d+\.\d+$/);
});

test('a route that is none is told so, with its true status', async () => {
  expect(await ask('service', 'GET /nowhere')).toMatchObject(
    fails('404', 'Not Found', 'NotFound', 'Route GET:/nowhere not found', 404),
  );
});

test.each([
  ["storage.foldername('a/b/c.txt')", ['a', 'b']],
  ["storage.foldername('c.txt')", []],
  ["storage.filename('a/b/c.tar.gz')", 'c.tar.gz'],
  ["storage.extension('a/b.c/d.tar.gz')", 'gz'],
  ['storage.operation()', 'storage.object.upload'],
  ["storage.allow_any_operation(array['storage.object.list', 'storage.object.upload'])", true],
  ["storage.allow_any_operation(array['storage.object.list'])", false],
])('policies may ask %s', async (call, expected) => {
  const client = await shelves.db.pool.connect();
  try {
    await client.query(
      "begin; set local role authenticated; set local storage.operation = 'storage.object.upload'",
    );
    const { rows } = await client.query<{ value: unknown }>(`select ${call} as value`);
    expect(rows[0]?.value).toEqual(expected);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
