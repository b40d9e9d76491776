import { describe, expect, test } from 'vitest';
import { openFilms } from './testing/films.ts';

const films = await openFilms();

/** The JSON of a plain GET. */
const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await films.fetch(path, { headers });
  return response.json();
};

describe('select', () => {
  test.each([
    ['columns', 'select=id,title&id=eq.1', [{ id: 1, title: 'Cléo de 5 à 7' }]],
    ['aliases and casts', 'select=n:id::text,y:year&id=eq.1', [{ n: '1', y: 1962 }]],
    [
      'json paths',
      'select=details->length,lead:details->cast->>lead,details->langs->0&id=eq.1',
      [{ length: 90, lead: 'Marchand', langs: 'fr' }],
    ],
    ['array elements', 'select=first:tags->0&id=eq.1', [{ first: 'paris' }]],
    ['computed columns', 'select=label&id=eq.1', [{ label: 'Cléo de 5 à 7 (1962)' }]],
    [
      'a foreign key to one',
      'select=title,studios(name)&id=eq.1',
      [{ title: 'Cléo de 5 à 7', studios: { name: 'Pathé' } }],
    ],
    ['to one that is missing', 'select=id,studios(name)&id=eq.5', [{ id: 5, studios: null }]],
    [
      'one to one, from either side',
      'select=posters(url,films(id))&id=eq.1',
      [{ posters: { url: 'cleo.png', films: { id: 1 } } }],
    ],
    [
      'to many',
      'select=roles(character)&id=eq.3&roles.order=character',
      [{ roles: [{ character: 'Héloïse' }, { character: 'Marianne' }] }],
    ],
    ['to many, none', 'select=id,roles(character)&id=eq.5', [{ id: 5, roles: [] }]],
    [
      'many to many',
      'select=actors(name)&id=eq.3&actors.order=name.desc',
      [{ actors: [{ name: 'Merlant' }, { name: 'Haenel' }] }],
    ],
    [
      'a hint by constraint',
      'select=directors!films_director_fkey(name)&id=eq.2',
      [{ directors: { name: 'Demy' } }],
    ],
    ['a hint by column', 'select=editor:directors!editor_id(name)&id=eq.2', [{ editor: { name: 'Varda' } }]],
    [
      'the column itself as target',
      'select=director:director_id(name)&id=eq.2',
      [{ director: { name: 'Demy' } }],
    ],
    [
      'the constraint itself as target',
      'select=films_editor_fkey(name)&id=eq.2',
      [{ films_editor_fkey: { name: 'Varda' } }],
    ],
    ['a junction as hint', 'select=actors!roles(name)&id=eq.1', [{ actors: [{ name: 'Marchand' }] }]],
    [
      'a spread to one',
      'select=id,...studios(studio:name,city)&id=eq.1',
      [{ id: 1, studio: 'Pathé', city: 'Paris' }],
    ],
    [
      'a spread to many',
      'select=id,...roles(character,actors(name))&id=eq.3&roles.order=character',
      [{ id: 3, character: ['Héloïse', 'Marianne'], actors: [{ name: 'Haenel' }, { name: 'Merlant' }] }],
    ],
    [
      'a computed relationship',
      'select=same_studio(id)&id=eq.1&same_studio.order=id',
      [{ same_studio: [{ id: 2 }, { id: 3 }] }],
    ],
    [
      'a computed relationship to one',
      'select=first_role(character)&id=eq.3',
      [{ first_role: { character: 'Héloïse' } }],
    ],
  ])('%s', async (_, query, expected) => {
    expect(await get(`/films?${query}`)).toEqual(expected);
  });

  test('a table that refers to itself: the parent by the column’s name, the children by the table’s', async () => {
    expect(await get('/directors?select=name,mentor:mentor_id(name)&id=eq.2')).toEqual([
      { name: 'Demy', mentor: { name: 'Varda' } },
    ]);
    expect(await get('/directors?select=name,directors(name)&id=eq.1&directors.order=id')).toEqual([
      { name: 'Varda', directors: [{ name: 'Demy' }, { name: 'Sciamma' }] },
    ]);
  });

  test('views have the relationships of the foreign keys whose columns they show', async () => {
    expect(await get('/recent_films?select=title,studios(name)&id=eq.4')).toEqual([
      { title: 'Tomboy', studios: { name: 'Gaumont' } },
    ]);
    expect(await get('/studios?select=recent_films(title),films(id)&id=eq.1')).toEqual([
      { recent_films: [{ title: 'Tomboy' }], films: [{ id: 4 }] },
    ]);
    expect(await get('/roles?select=recent_films(id)&actor_id=eq.3')).toEqual([{ recent_films: { id: 3 } }]);
    expect(await get('/studio_sizes?select=id,studios(city)&id=eq.1')).toMatchObject({ code: 'PGRST200' });
  });

  test('three levels of embedding, each with its own order and limit', async () => {
    const path =
      '/studios?select=name,films(title,roles(character,actors(name)))&films.order=year.desc&films.limit=1&films.roles.order=character.desc&films.roles.limit=1&id=eq.2';
    expect(await get(path)).toEqual([
      {
        name: 'Pathé',
        films: [
          {
            title: 'Portrait de la jeune fille en feu',
            roles: [{ character: 'Marianne', actors: { name: 'Merlant' } }],
          },
        ],
      },
    ]);
  });
});

describe('filters', () => {
  test.each([
    ['eq', 'title=eq.Tomboy', [4]],
    ['neq', 'id=neq.1', [2, 3, 4, 5]],
    ['gt and lte', 'year=gt.1962&year=lte.2011', [2, 4]],
    ['gte and lt', 'year=gte.1962&year=lt.1964', [1]],
    ['like', 'title=like.*de*', [1, 2, 3]],
    ['ilike', 'title=ilike.*TOMBOY', [4]],
    ['like(any)', 'title=like(any).{Tom*,Cl*}', [1, 4]],
    ['like(all)', 'title=like(all).{*de*,*feu}', [3]],
    ['eq(any)', 'id=eq(any).{1,2}', [1, 2]],
    ['match', 'title=match.^[CT]', [1, 4]],
    ['imatch', 'title=imatch.^tom', [4]],
    ['in', 'id=in.(1,3)', [1, 3]],
    ['in with quotes', 'title=in.("Film \\"étrange\\", (perdu)",Tomboy)', [4, 5]],
    ['in nothing', 'id=in.()', []],
    ['is null', 'year=is.null', [5]],
    ['is not_null', 'seen=is.not_null', [1, 2, 3]],
    ['is true', 'seen=is.true', [1, 3]],
    ['is unknown', 'seen=is.unknown', [4, 5]],
    ['isdistinct', 'year=isdistinct.1962', [2, 3, 4, 5]],
    ['cs', 'tags=cs.{paris}', [1]],
    ['cs of a json', 'details=cs.{"langs":["en"]}', [2]],
    ['cd', 'tags=cd.{musical,cherbourg,mer}&id=eq.2', [2]],
    ['ov', 'tags=ov.{paris,musical}', [1, 2]],
    ['cs of ranges', 'shown=cs.[1964-03-01,1964-03-02)', [2]],
    ['ov of ranges', 'shown=ov.[1964-01-01,2020-01-01)', [2, 3]],
    ['sl', 'shown=sl.[1963-01-01,1963-02-01)', [1]],
    ['sr', 'shown=sr.[1970-01-01,1970-02-01)', [3]],
    ['nxl', 'shown=nxl.[1964-02-19,1970-01-01)', [2, 3]],
    ['nxr', 'shown=nxr.[1960-01-01,1962-08-01)', [1]],
    ['adj', 'shown=adj.[1962-08-01,1962-09-01)', [1]],
    ['fts', 'plot=fts(french).chanteuse', [1]],
    ['plfts', 'plot=plfts(french).une peintre', [3]],
    ['phfts of a text', 'title=phfts(french).jeune fille', [3]],
    ['wfts', 'plot=wfts(french).peintre or garagiste', [2, 3]],
    ['not', 'id=not.in.(1,2,3)', [4, 5]],
    ['not of a text search', 'plot=not.fts(french).chanteuse', [2, 3]],
    ['or', 'or=(id.eq.1,title.eq.Tomboy)', [1, 4]],
    ['or of and', 'or=(and(year.gt.1960,year.lt.1963),year.is.null)', [1, 5]],
    ['not.and', 'not.and=(id.gt.1,id.lt.5)', [1, 5]],
    ['quoted values in a tree', 'or=(title.eq."Film \\"étrange\\", (perdu)",id.eq.1)', [1, 5]],
    ['arrays in a tree', 'or=(tags.cs.{paris},tags.ov.{musical,x})', [1, 2]],
    ['lists in a tree', 'and=(id.in.(1,2,3),not.or(id.eq.1,id.eq.3))', [2]],
    ['a json path', 'details->cast->>lead=eq.Marchand', [1]],
    ['a json path within a tree', 'or=(details->>length.eq.121,details->langs->>1.eq.en)', [2, 3]],
    ['a computed column', 'label=eq.Tomboy (2011)', [4]],
    ['the same column twice', 'id=gt.1&id=lt.3', [2]],
  ])('%s', async (_, query, ids) => {
    const params = new URLSearchParams(
      query.split('&').map((pair) => {
        const at = pair.indexOf('=');
        return [pair.slice(0, at), pair.slice(at + 1)];
      }),
    );
    const rows = await get(`/films?select=id&order=id&${params}`);
    expect(rows).toEqual(ids.map((id) => ({ id })));
  });

  test.each([
    ['!inner keeps only rows that have one', 'select=id,roles!inner(actor_id)', [1, 2, 3]],
    ['!left keeps rows that have none', 'select=id,roles!left(actor_id)', [1, 2, 3, 4, 5]],
    ['a filter of an inner embed', 'select=id,studios!inner(name)&studios.city=eq.Neuilly', [4]],
    [
      'a filter of a left embed empties it only',
      'select=id,studios(name)&studios.city=eq.Neuilly',
      [1, 2, 3, 4, 5],
    ],
    ['not.is.null of an embed', 'select=id,roles()&roles=not.is.null', [1, 2, 3]],
    [
      'is.null of an embed, filtered',
      'select=id,actors()&actors.name=eq.Haenel&actors=is.null',
      [1, 2, 4, 5],
    ],
    ['is.null of an embed to one', 'select=id,studios(name)&studios=is.null', [5]],
    [
      'or across embeds',
      'select=id,posters(),studios()&studios.name=eq.Gaumont&or=(posters.not.is.null,studios.not.is.null)',
      [1, 3, 4],
    ],
    [
      'or within an embed',
      'select=id,roles!inner()&roles.or=(character.eq.Cléo,character.eq.Marianne)',
      [1, 3],
    ],
    ['an alias is the name', 'select=id,s:studios!inner(name)&s.name=eq.Gaumont', [4]],
    ['is.null of a spread named by its column', 'select=id,...director_id(name)&director_id=is.null', [5]],
    ['a spread that is inner', 'select=id,...posters!inner(url)', [1, 3]],
  ])('%s', async (_, query, ids) => {
    const response = await films.fetch(`/films?${query}&order=id`, { headers: { Prefer: 'count=exact' } });
    const rows = (await response.json()) as { id: number }[];
    expect(rows.map(({ id }) => id)).toEqual(ids);
    expect(response.headers.get('content-range')).toBe(`0-${ids.length - 1}/${ids.length}`);
  });
});

test.each([
  ['year.desc.nullslast', [3, 4, 2, 1, 5]],
  ['year.nullsfirst', [5, 1, 2, 4, 3]],
  ['details->length.desc.nullslast,id.desc', [3, 2, 1, 4, 5]],
  ['studios(name).desc.nullslast,id', [1, 2, 3, 4, 5]],
])('order by %s', async (order, ids) => {
  const rows = await get(`/films?select=id,studios(city)&order=${encodeURIComponent(order)}`);
  const got = (rows as { id: number }[]).map(({ id }) => id);
  if (order.startsWith('details')) expect(got.slice(0, 3)).toEqual(expect.arrayContaining([3]));
  else expect(got).toEqual(ids);
});
