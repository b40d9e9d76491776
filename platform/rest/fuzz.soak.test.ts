import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openFilms } from './testing/films.ts';

/** Enough to notice a regression. */
const RUNS = 4_000;

const films = await openFilms({ options: { aggregates: true, explain: true } });

/** The server still works: everybody can read the actors. */
const isWell = async () => expect((await films.anon.from('actors').select('id')).data).toHaveLength(4);

describe('random requests', () => {
  const word = fc.oneof(
    fc.constantFrom(
      ...[
        'id',
        'title',
        'details',
        'tags',
        'studios',
        'roles',
        'actors',
        'directors',
        'films',
        'label',
        'same_studio',
        '*',
      ],
      ...[
        'eq',
        'not',
        'in',
        'is',
        'null',
        'or',
        'and',
        'fts',
        'cs',
        'like(any)',
        'any',
        'asc',
        'desc',
        'nullslast',
        'inner',
      ],
      ...[
        '.',
        ',',
        '(',
        ')',
        '()',
        'count()',
        '.sum()',
        '.max()',
        ':',
        '::',
        '->',
        '->>',
        '!',
        '...',
        '"',
        '\\',
        '{',
        '}',
        '*',
        '1',
        '-1',
        'text',
        'int',
        ' ',
      ],
    ),
    fc.string({ maxLength: 6, unit: 'binary' }),
  );
  const mess = fc.array(word, { maxLength: 14 }).map((words) => words.join(''));
  const key = fc.oneof(
    fc.constantFrom(
      'select',
      'order',
      'limit',
      'offset',
      'or',
      'and',
      'not.or',
      'columns',
      'on_conflict',
      'id',
      'tags',
    ),
    fc.constantFrom(
      'roles.order',
      'roles.limit',
      'studios.name',
      'roles',
      'studios.or',
      'details->>a',
      'a',
      'b',
    ),
    mess,
  );
  const query = fc
    .array(fc.tuple(key, mess), { maxLength: 5 })
    .map((pairs) =>
      pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&'),
    );
  const resource = fc.constantFrom(
    'films',
    'studios',
    'notes',
    'rpc/add',
    'rpc/films_after',
    'rpc/sizes',
    'rpc/echo',
    'odd%20name',
  );
  const body = fc.oneof(
    fc.json(),
    fc
      .record(
        { title: fc.anything(), id: fc.anything(), tags: fc.anything(), a: fc.anything() },
        { requiredKeys: [] },
      )
      .map((value) => JSON.stringify(value) ?? ''),
    fc.string({ unit: 'binary' }),
  );
  const header = fc.constantFrom(
    ...[
      'return=representation',
      'count=exact',
      'count=planned',
      'resolution=merge-duplicates',
      'missing=default',
      'handling=strict,x',
    ],
  );
  const accept = fc.constantFrom(
    '*/*',
    'text/csv',
    'application/vnd.pgrst.object+json',
    'a/b',
    '"',
    'application/geo+json',
    'application/vnd.pgrst.plan+json; options=analyze|wal',
    'application/vnd.pgrst.plan; for="text/csv"; options=verbose',
  );
  const cookie = fc.string({ unit: fc.constantFrom(...'ab=;%"\\ ,{}'), maxLength: 20 });
  const type = fc.constantFrom(
    'application/json',
    'text/csv',
    'application/x-www-form-urlencoded',
    'text/plain',
    'x',
  );

  test('get a status below 500, and the server keeps running', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'),
        resource,
        query,
        body,
        fc.array(header, { maxLength: 2 }),
        accept,
        type,
        cookie,
        async (method, at, search, text, prefer, accepted, contentType, cookies) => {
          const response = await films.fetch(`/${at}?${search}`, {
            method,
            headers: {
              Prefer: [...prefer, 'tx=rollback'].join(','),
              Accept: accepted,
              'Content-Type': contentType,
              Cookie: cookies,
            },
            ...(['POST', 'PUT', 'PATCH'].includes(method) ? { body: text } : {}),
          });
          const answer = await response.text();
          expect(response.status, answer).toBeLessThan(500);
          if (response.status >= 400 && method !== 'HEAD') {
            expect(Object.keys(JSON.parse(answer)).sort()).toEqual(['code', 'details', 'hint', 'message']);
          }
        },
      ),
      { numRuns: RUNS },
    );
    await isWell();
  }, 400_000);

  const value = fc.oneof(
    fc.constantFrom(
      '1',
      '2011',
      'Tomboy',
      '{1,2}',
      '{}',
      '[1,2)',
      '(1,"a b")',
      'null',
      'a & b',
      '*o*',
      '^T',
      '{"a":1}',
      '',
    ),
    fc.string({ maxLength: 5 }),
  );
  const operator = fc.constantFrom(
    ...[
      'eq',
      'neq',
      'gt',
      'lte',
      'like',
      'ilike',
      'match',
      'imatch',
      'in',
      'is',
      'isdistinct',
      'cs',
      'cd',
      'ov',
      'sl',
    ],
    ...['nxr', 'adj', 'fts', 'plfts(french)', 'wfts', 'eq(any)', 'like(all)', 'not.eq', 'not.in', 'not.is'],
  );
  const column = fc.constantFrom(
    ...[
      'id',
      'title',
      'year',
      'rating',
      'tags',
      'details',
      'details->a',
      'details->>a',
      'tags->0',
      'shown',
      'plot',
      'seen',
      'label',
    ],
  );
  const condition = fc.tuple(column, operator, value).map((parts) => parts.join('.'));
  const item = fc.constantFrom(
    ...[
      '*',
      'id',
      'label',
      'x:year::text',
      'details->a',
      'tags',
      'shown',
      'studios(*)',
      'studios!inner(name)',
      'roles(*)',
    ],
    ...[
      'roles!inner(actors(name))',
      'actors(*)',
      '...studios(name)',
      '...roles(character)',
      'same_studio(id)',
      'first_role(*)',
    ],
    ...[
      'directors!director_id(*)',
      'editor:editor_id(name,directors(id))',
      'posters(films(roles()))',
      'roles()',
      'actors()',
      'count()',
      'year.max()::text',
      'details->a.count()',
      'roles(count())',
    ],
  );
  const parameter = fc.oneof(
    fc.tuple(column, operator, value).map(([name, test, given]) => [name, `${test}.${given}`]),
    fc.array(condition, { minLength: 1, maxLength: 3 }).map((list) => ['or', `(${list.join(',')})`]),
    fc
      .array(fc.tuple(column, fc.constantFrom('', '.desc', '.asc.nullsfirst')), {
        minLength: 1,
        maxLength: 3,
      })
      .map((list) => ['order', list.map((one) => one.join('')).join(',')]),
    fc.constantFrom(
      ...[
        ['limit', '2'],
        ['offset', '1'],
        ['roles.limit', '1'],
        ['studios.name', 'eq.Gaumont'],
        ['roles', 'is.null'],
      ],
      ...[
        ['studios', 'not.is.null'],
        ['order', 'studios(name)'],
        ['roles.order', 'character.desc'],
        ['or', '(roles.is.null,id.eq.1)'],
      ],
    ),
  );

  test('well-formed requests get their rows or a clear refusal', async () => {
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(item, { maxLength: 4 }),
        fc.array(parameter, { maxLength: 3 }),
        fc.constantFrom('', 'count=exact', 'count=planned', 'count=estimated'),
        fc.constantFrom('*/*', 'text/csv', 'application/vnd.pgrst.array+json;nulls=stripped'),
        fc.constantFrom('films', 'rpc/films_after?after=1960', 'recent_films'),
        async (select, parameters, prefer, accept, at) => {
          const search = new URLSearchParams([
            ['select', select.join(',')],
            ...(parameters as [string, string][]),
          ]);
          const path = `/${at}${at.includes('?') ? '&' : '?'}${search}`;
          const response = await films.fetch(path, { headers: { Prefer: prefer, Accept: accept } });
          const text = await response.text();
          expect(response.status, `${path} ${text}`).toBeLessThan(500);
          if (response.ok && accept !== 'text/csv') expect(Array.isArray(JSON.parse(text)), path).toBe(true);
          if (response.ok) answered++;
        },
      ),
      { numRuns: RUNS },
    );
    expect(answered).toBeGreaterThan(RUNS / 10);
    await isWell();
  }, 400_000);
});
