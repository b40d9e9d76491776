import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { serve } from '#product/command/serve.ts';
import { person } from '#product/shared/access.ts';
import { contract } from '#product/shared/contract.ts';
import { AppError, isErrorCode } from '#product/shared/errors.ts';
import { type ProductServer, type SignedIn, send, startProduct } from '#product/testing/product-server.ts';
import { AfterCommit, KeptRefusal } from './command.ts';
import { INTERNAL, NOT_FOUND, TOO_LARGE, TRY_AGAIN } from './refusal.ts';

const echo = contract(
  'trial/echo-words',
  z.strictObject({ words: z.array(z.string().min(1)), times: z.int().max(3).default(1) }),
  z.object({ words: z.array(z.string()) }),
  { access: person },
);
const note = contract('trial/keep-note', z.strictObject({ text: z.string() }), z.object({ count: z.int() }), {
  access: person,
});
const contend = contract('trial/contend', z.strictObject({ first: z.int() }), z.object({ ok: z.boolean() }), {
  access: person,
});
const tell = contract('trial/tell-later', z.strictObject({ text: z.string() }), z.object({ seen: z.int() }), {
  access: person,
});

describe('the functions host', () => {
  let product: ProductServer;
  let viewer: SignedIn;
  let contention = 0;
  let firstRows = 0;
  const { promise: held, resolve: bothHold } = Promise.withResolvers<void>();

  beforeAll(async () => {
    product = await startProduct([
      serve({
        contract: echo,
        run: async ({ input }) => ({ words: Array(input.times).fill(input.words).flat() }),
      }),
      serve({
        contract: note,
        async run({ db, input: { text } }) {
          await db.query('insert into notes values ($1)', [text]);
          if (text === 'crash') throw new Error('something nobody foresaw');
          if (text === 'refused') throw new AppError('forbidden');
          if (text === 'kept') return new KeptRefusal(new AppError('wrong_password'));
          if (text === 'wait') throw new AppError('too_many_attempts', undefined, { retryAfter: 42 });
          const { rows } = await db.query<{ count: number }>('select count(*)::int as count from notes');
          return text === 'off contract' ? ({ count: 'many' } as never) : { count: rows[0]!.count };
        },
      }),
      serve({
        contract: contend,
        async run({ db, input: { first } }) {
          const lock = (id: number) =>
            db.query('select from rows_to_fight_for where id = $1 for update', [id]);
          contention++;
          await lock(first);
          // Each has its first row before it asks for the other's.
          if (++firstRows === 2) bothHold();
          await held;
          await lock(3 - first);
          return { ok: true };
        },
      }),
      serve({
        contract: tell,
        async run({ db, input: { text } }) {
          await db.query('insert into notes values ($1)', [text]);
          return new AfterCommit(async (transact) => {
            // Read through another connection: the note is committed, and no transaction is open.
            const { rows } = await product.database.pool.query<{ busy: number; seen: number }>(
              `select (select count(*)::int from pg_stat_activity
                  where datname = current_database() and state like 'idle in transaction%') as busy,
                 (select count(*)::int from notes where text = $1) as seen`,
              [text],
            );
            if (rows[0]!.busy > 0) throw new Error('a transaction is open');
            if (text === 'later crash') throw new Error('something nobody foresaw');
            if (text === 'later refused') throw new AppError('forbidden');
            if (text === 'later off contract') return { seen: 'much' } as never;
            await transact((after) => after.query('insert into notes values ($1)', [`${text} after`]));
            await transact(async (after) => {
              await after.query('insert into notes values ($1)', ['undone']);
              throw new AppError('wrong_password');
            }).catch(() => undefined);
            return { seen: rows[0]!.seen };
          });
        },
      }),
    ]);
    await product.database.pool.query(
      `create table notes (text text); create table rows_to_fight_for (id int);
       insert into rows_to_fight_for values (1), (2)`,
    );
    viewer = await product.join();
  });
  afterAll(() => product.close());

  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(`${product.url}/functions/v1/${path}`, {
      method: 'POST',
      body,
      headers: { apikey: product.keys.publishableKey, authorization: `Bearer ${viewer.token}`, ...headers },
    });
  const notes = async () => {
    const { rows } = await product.database.pool.query<{ text: string }>('select text from notes');
    return rows.map(({ text }) => text);
  };

  test('answers supabase.functions.invoke with what the command returns', async () => {
    const { data, error } = await viewer.client.functions.invoke('trial/echo-words', {
      body: { words: ['bis'], times: 2 },
    });
    expect({ data, error }).toEqual({ data: { words: ['bis', 'bis'] }, error: null });
  });

  test('answers the browser’s preflight, and lets the page read the request id and Retry-After', async () => {
    const response = await fetch(`${product.url}/functions/v1/trial/echo-words`, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://elsewhere.test',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,apikey,content-type,x-client-info',
      },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-headers')).toContain('x-client-info');
    const refused = await post('trial/keep-note', '{"text": "wait"}', { origin: 'http://elsewhere.test' });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('42');
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    expect(refused.headers.get('access-control-expose-headers')).toContain('Retry-After');
    expect(((await refused.json()) as { requestId: string }).requestId).toBe(
      refused.headers.get('x-request-id'),
    );
  });

  test('names every wrong field, unknown ones included', async () => {
    const { refusal } = await send(viewer, echo, { words: ['a', ''], times: 7, more: 1 } as never);
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_input' });
    expect(Object.keys(refusal!.fields!).sort()).toEqual(['more', 'times', 'words.1']);
  });

  test('names at most 20 wrong fields, so that the answer does not grow with the request', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`k${at}`, 1]));
    const response = await post('trial/echo-words', JSON.stringify({ words: [], ...unknown }));
    const text = await response.text();
    expect(response.status).toBe(400);
    expect(text.length).toBeLessThan(8_192);
    const { fields } = JSON.parse(text) as { fields: Record<string, string> };
    expect(Object.keys(fields)).toHaveLength(20);
    expect(new Set(Object.values(fields))).toEqual(new Set(['Unknown field']));
  });

  test('a long key is cut in the answer, and `constructor` is an unknown field like any other', async () => {
    const body = JSON.stringify({ words: [], ['x'.repeat(20_000)]: 1, constructor: 1 });
    const text = await (await post('trial/echo-words', body)).text();
    expect(text.length).toBeLessThan(8_192);
    expect((JSON.parse(text) as { fields: object }).fields).toHaveProperty('constructor', 'Unknown field');
  });

  test('refuses a body that is larger than the contract allows, before it is parsed', async () => {
    const body = `{"words": ["${'a'.repeat(echo.maxBytes)}"`; // not even JSON, yet the error is about its size
    const response = await post('trial/echo-words', body);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      413,
      'payload_too_large',
    ]);
  });

  test.each([
    ['no JSON', '{"words": ', 400, 'invalid_input'],
    ['a bare value', '"words"', 400, 'invalid_input'],
    ['null', 'null', 400, 'invalid_input'],
    ['nothing', '', 400, 'invalid_input'],
    ['more than 1 MiB', JSON.stringify({ words: ['a'.repeat(1024 * 1024)] }), 413, 'payload_too_large'],
  ])('refuses a body that is %s', async (_what, body, status, code) => {
    const response = await post('trial/echo-words', body);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code]);
  });

  test.each(['trial/unknown', 'trial', 'a/b/c', 'constructor/prototype'])(
    'has no command at %s',
    async (path) => {
      const response = await post(path, '{}');
      expect([response.status, await response.json()]).toMatchObject([404, { code: 'not_found' }]);
    },
  );

  test('refuses a request without a person: no key, only an API key, a forged or an expired token', async () => {
    const { keys } = product;
    const expired = await keys.sign({ sub: viewer.id, role: 'authenticated', exp: 1_700_000_000 });
    const attempts = [
      { authorization: '', apikey: '' },
      { authorization: `Bearer ${keys.publishableKey}` },
      { authorization: `Bearer ${keys.secretKey}`, apikey: keys.secretKey },
      { authorization: `Bearer ${viewer.token.slice(0, -3)}abc` },
      { authorization: `Bearer ${expired}` },
    ];
    for (const headers of attempts) {
      const response = await post('trial/echo-words', '{"words": []}', headers);
      expect([headers, response.status, await response.json()]).toEqual([
        headers,
        401,
        expect.objectContaining({ code: 'unauthenticated' }),
      ]);
    }
  });

  test('checks who calls before it validates the body', async () => {
    const { refusal } = await send({ client: product.client() }, echo, {} as never);
    expect(refusal?.code).toBe('unauthenticated');
  });

  test('access ends with the session, even while the token is still valid', async () => {
    const leaving = await product.join();
    expect((await send(leaving, echo, { words: [] })).refusal).toBeNull();
    await product.database.pool.query('delete from auth.sessions where id = $1', [leaving.sessionId]);
    expect((await send(leaving, echo, { words: [] })).refusal).toMatchObject({
      status: 401,
      code: 'unauthenticated',
    });
  });

  test('commits the writes of a command only when it gives an answer or a kept refusal', async () => {
    await send(viewer, note, { text: 'done' });
    await send(viewer, note, { text: 'refused' });
    await send(viewer, note, { text: 'kept' });
    await send(viewer, note, { text: 'crash' });
    await send(viewer, note, { text: 'off contract' });
    expect(await notes()).toEqual(['done', 'kept']);
  });

  test('runs `AfterCommit` once the transaction is committed, whatever its outcome', async () => {
    await product.database.pool.query('truncate notes');
    expect((await send(viewer, tell, { text: 'told' })).answer).toEqual({ seen: 1 });
    expect((await send(viewer, tell, { text: 'later refused' })).refusal?.code).toBe('forbidden');
    expect((await send(viewer, tell, { text: 'later crash' })).refusal?.code).toBe('internal');
    expect((await send(viewer, tell, { text: 'later off contract' })).refusal?.code).toBe('internal');
    expect(await notes()).toEqual([
      'told',
      'told after',
      'later refused',
      'later crash',
      'later off contract',
    ]);
  });

  test('refuses text that Postgres cannot store', async () => {
    expect((await send(viewer, note, { text: 'a\u0000b' })).refusal).toMatchObject({
      status: 400,
      code: 'invalid_input',
    });
  });

  test('answers an unexpected error with a 500 without details, and logs it with the request id', async () => {
    product.errors.length = 0;
    const { refusal } = await send(viewer, note, { text: 'crash' });
    expect(refusal).toEqual({
      status: 500,
      code: 'internal',
      message: 'Internal error',
      requestId: expect.any(String),
    });
    expect(product.errors).toMatchObject([
      { requestId: refusal!.requestId, err: { message: 'something nobody foresaw' } },
    ]);
  });

  test('runs a transaction again after a deadlock', async () => {
    const other = await product.join();
    const [one, two] = await Promise.all([
      send(viewer, contend, { first: 1 }),
      send(other, contend, { first: 2 }),
    ]);
    expect([one.answer, two.answer]).toEqual([{ ok: true }, { ok: true }]);
    expect(contention).toBeGreaterThan(2);
  });

  test('the host’s own error codes are among those that the page has texts for', () => {
    for (const { code } of [INTERNAL, NOT_FOUND, TOO_LARGE, TRY_AGAIN]) expect(isErrorCode(code)).toBe(true);
  });
});
