import { PostgrestClient } from '@supabase/postgrest-js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openFilms } from './testing/films.ts';

/** What the test with the client of PostgREST 13 writes to. */
interface Thirteen {
  api: {
    Tables: {
      films: {
        Row: { id: number; year: number };
        Insert: { id: number; year: number };
        Update: { year: number };
        Relationships: [];
      };
    };
    Views: Record<never, never>;
    Functions: Record<never, never>;
  };
}

const films = await openFilms();
afterEach(async () => {
  await films.db.pool.query('delete from api.films where id >= 100; delete from api.studios where id >= 100');
});

const titles = async () =>
  (
    await films.db.pool.query<{ title: string }>('select title from api.films where id >= 100 order by id')
  ).rows.map(({ title }) => title);

describe('insert', () => {
  test('one row, without an answer body', async () => {
    const { data, status } = await films.anon.from('films').insert({ title: 'Jacquot', year: 1991 });
    expect({ data, status }).toEqual({ data: null, status: 201 });
    expect(await titles()).toEqual(['Jacquot']);
  });

  test('one row, returned with embedded rows', async () => {
    const { data } = await films.anon
      .from('films')
      .insert({ title: 'Jacquot', studio_id: 1, tags: ['nantes'], details: { length: 118 } })
      .select('title,tags,details->length,studios(name),label,same_studio(id)')
      .single();
    expect(data).toEqual({
      title: 'Jacquot',
      tags: ['nantes'],
      length: 118,
      studios: { name: 'Gaumont' },
      label: null,
      same_studio: [{ id: 4 }],
    });
  });

  test('several rows, in one statement', async () => {
    const rows = ['a', 'b', 'c'].map((title) => ({ title }));
    const { data } = await films.anon
      .from('films')
      .insert(rows)
      .select('title')
      .order('title', { ascending: false });
    expect(data).toEqual([{ title: 'c' }, { title: 'b' }, { title: 'a' }]);
  });

  test('several rows with different keys: a missing key is null, or its default on request', async () => {
    const rows = [
      { id: 100, title: 'a', tags: ['x'] },
      { id: 101, title: 'b' },
    ];
    const failed = await films.anon.from('films').insert(rows);
    expect(failed.error).toMatchObject({ code: '23502' });
    const { data } = await films.anon.from('films').insert(rows, { defaultToNull: false }).select('id,tags');
    expect(data).toEqual([
      { id: 100, tags: ['x'] },
      { id: 101, tags: [] },
    ]);
  });

  test('column defaults: an identity and function calls', async () => {
    const person = await films.as('00000000-0000-4000-8000-00000000000a');
    const { data, error } = await person
      .from('notes')
      .insert([{ body: 'un' }, { film_id: 1 }], { defaultToNull: false })
      .select('owner_id,body,private');
    expect(error).toBeNull();
    expect(data).toMatchObject([{ body: 'un', private: true }, { body: 'rien à dire' }]);
    await films.db.pool.query('delete from api.notes');
  });

  test('rows with different keys are refused without `columns`', async () => {
    const response = await films.fetch('/films', {
      method: 'POST',
      body: '[{"title":"a"},{"title":"b","year":1}]',
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'PGRST102', message: 'All object keys must match' });
  });

  test('`columns` says which keys are written', async () => {
    const response = await films.fetch('/films?columns=title', {
      method: 'POST',
      body: '[{"title":"a","nonsense":1},{"title":"b"}]',
    });
    expect(response.status).toBe(201);
    expect(await titles()).toEqual(['a', 'b']);
  });

  test('an empty list inserts nothing, and an empty object lacks a required column', async () => {
    expect((await films.anon.from('films').insert([]).select()).data).toEqual([]);
    expect((await films.fetch('/actors', { method: 'POST', body: '{}' })).status).toBe(400);
  });

  test('return=headers-only answers with the Location and no body', async () => {
    const response = await films.fetch('/films', {
      method: 'POST',
      headers: { Prefer: 'return=headers-only' },
      body: '{"id": 123, "title": "Jacquot"}',
    });
    expect(response.headers.get('location')).toBe('/films?id=eq.123');
    expect(response.headers.get('preference-applied')).toBe('return=headers-only');
    expect(await response.text()).toBe('');
  });

  test('CSV and forms', async () => {
    const send = (type: string, body: string) =>
      films.fetch('/films', { method: 'POST', headers: { 'Content-Type': type }, body });
    expect((await send('text/csv', 'title,year\n"a ""b"", c",1999\nd,NULL\n')).status).toBe(201);
    expect((await send('application/x-www-form-urlencoded', 'title=e+f&year=2000')).status).toBe(201);
    expect(await titles()).toEqual(['a "b", c', 'd', 'e f']);
    expect((await send('application/xml', '<a/>')).status).toBe(415);
    expect((await send('text/csv', 'title,year\nalone\n')).status).toBe(400);
  });

  test('numbers keep their digits on the way in and out', async () => {
    const details = '{"big": 12345678901234567890.123456789}';
    const response = await films.fetch('/films?select=details', {
      method: 'POST',
      headers: { Prefer: 'return=representation' },
      body: `{"title": "x", "details": ${details}}`,
    });
    expect(await response.text()).toBe(`[{"details":${details}}]`);
  });
});

describe('upsert', () => {
  test('merges by primary key, and answers 200 when no row was inserted', async () => {
    const studio = { id: 100, name: 'Ciné-Tamaris' };
    expect((await films.anon.from('studios').upsert(studio)).status).toBe(201);
    const again = await films.anon
      .from('studios')
      .upsert({ ...studio, city: 'Paris' })
      .select()
      .single();
    expect(again).toMatchObject({ status: 200, data: { ...studio, city: 'Paris' } });
  });

  test('ignores duplicates', async () => {
    const rows = [
      { id: 1, name: 'autre' },
      { id: 100, name: 'neuf' },
    ];
    const { data } = await films.anon.from('studios').upsert(rows, { ignoreDuplicates: true }).select('id');
    expect(data).toEqual([{ id: 100 }]);
  });

  test('refuses the same row twice', async () => {
    const twice = [
      { id: 100, name: 'a' },
      { id: 100, name: 'b' },
    ];
    expect(await films.anon.from('studios').upsert(twice)).toMatchObject({
      status: 400,
      error: { code: '21000' },
    });
  });

  test('merges by other unique columns', async () => {
    const row = { title: 'Tomboy', year: 2011, rating: 9 };
    const { data } = await films.anon
      .from('films')
      .upsert(row, { onConflict: 'title,year' })
      .select('id,rating');
    expect(data).toEqual([{ id: 4, rating: 9 }]);
    await films.anon.from('films').update({ rating: 7.4 }).eq('id', 4);
    expect((await films.anon.from('films').upsert(row, { onConflict: 'rating' })).error).toMatchObject({
      code: '42P10',
    });
    const bad = await films.anon.from('films').upsert(row, { onConflict: 'nonsense' });
    expect(bad).toMatchObject({ status: 400, error: { code: '42703' } });
  });
});

describe('update and delete', () => {
  beforeEach(async () => {
    await films.db.pool.query(
      "insert into api.films (id, title, studio_id) values (100, 'a', 1), (101, 'b', 1), (102, 'c', 2)",
    );
  });

  test('updates the rows that the filters match', async () => {
    const { status } = await films.anon.from('films').update({ year: 1999 }).gte('id', 101);
    expect(status).toBe(204);
    const { data } = await films.anon
      .from('films')
      .update({ year: 2001 }, { count: 'exact' })
      .eq('year', 1999)
      .select('id,year,studios(name)')
      .order('id', { ascending: false });
    expect(data).toEqual([
      { id: 102, year: 2001, studios: { name: 'Pathé' } },
      { id: 101, year: 2001, studios: { name: 'Gaumont' } },
    ]);
  });

  test('an updated row is returned even when it no longer matches the filter', async () => {
    const { data } = await films.anon
      .from('films')
      .update({ title: 'z' })
      .eq('title', 'a')
      .select('title')
      .single();
    expect(data).toEqual({ title: 'z' });
  });

  test('count=exact counts the written rows', async () => {
    const { count } = await films.anon.from('films').update({ year: 1 }, { count: 'exact' }).gte('id', 100);
    expect(count).toBe(3);
    expect((await films.anon.from('films').delete({ count: 'exact' }).gte('id', 101)).count).toBe(2);
  });

  test('an empty update changes nothing', async () => {
    const { data, status } = await films.anon.from('films').update({}).gte('id', 100).select();
    expect({ data, status }).toEqual({ data: [], status: 200 });
  });

  test('delete returns the deleted rows', async () => {
    const { data } = await films.anon.from('films').delete().eq('id', 100).select('title,studios(name)');
    expect(data).toEqual([{ title: 'a', studios: { name: 'Gaumont' } }]);
    expect(await titles()).toEqual(['b', 'c']);
  });

  test('delete with an `or` filter', async () => {
    const { data } = await films.anon
      .from('films')
      .delete()
      .or('id.eq.100,title.eq.b')
      .select('id')
      .order('id');
    expect(data).toEqual([{ id: 100 }, { id: 101 }]);
  });

  test('more rows than max-affected: nothing is written', async () => {
    const remove = (most: number) =>
      films.fetch('/films?id=gte.100', {
        method: 'DELETE',
        headers: { Prefer: `handling=strict, max-affected=${most}` },
      });
    const refused = await remove(2);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ code: 'PGRST124', details: 'The query affects 3 rows' });
    expect(await titles()).toEqual(['a', 'b', 'c']);
    expect((await remove(3)).status).toBe(204);
  });

  test('maxAffected of the official client: nothing is written', async () => {
    // The client offers it to who says that the server speaks the dialect of PostgREST 13.
    const newer = new PostgrestClient<Thirteen, { PostgrestVersion: '13' }, 'api'>(films.url, {
      headers: { apikey: films.keys.publishableKey },
      schema: 'api',
    });
    const asked = (most: number) => newer.from('films').update({ year: 7 }).gte('id', 100).maxAffected(most);
    expect((await asked(2)).error).toMatchObject({ code: 'PGRST124', details: 'The query affects 3 rows' });
    expect((await films.anon.from('films').select('id').eq('year', 7)).data).toEqual([]);
    expect((await asked(3)).error).toBeNull();
    expect((await films.anon.from('films').select('id').eq('year', 7)).data).toHaveLength(3);
  });

  test('single: nothing is written unless exactly one row matches', async () => {
    const { error } = await films.anon.from('films').update({ year: 5 }).gte('id', 100).select().single();
    expect(error).toMatchObject({ code: 'PGRST116' });
    expect((await films.anon.from('films').select('id').eq('year', 5)).data).toEqual([]);
  });

  test('a write with a limit is refused, instead of ignoring the limit', async () => {
    const response = await films.fetch('/films?id=gte.100&limit=1&order=id', { method: 'DELETE' });
    expect(await response.json()).toMatchObject({ code: 'PGRST127' });
    expect(await titles()).toEqual(['a', 'b', 'c']);
  });

  test('tx=rollback returns the result and writes nothing', async () => {
    const { data } = await films.anon.from('films').delete().eq('id', 100).select('title').rollback();
    expect(data).toEqual([{ title: 'a' }]);
    expect(await titles()).toEqual(['a', 'b', 'c']);
  });

  test('views are written through', async () => {
    const { data } = await films.anon
      .from('recent_films')
      .insert({ title: 'neuf', year: 2020 })
      .select('title')
      .single();
    expect(data).toEqual({ title: 'neuf' });
  });

  test('unknown preferences are ignored, or refused with handling=strict', async () => {
    const send = (Prefer: string) =>
      films.fetch('/films?id=eq.100', { method: 'DELETE', headers: { Prefer } });
    const refused = await send('handling=strict, return=everything, nonsense');
    expect(await refused.json()).toMatchObject({
      code: 'PGRST122',
      details: 'Invalid preferences: return=everything, nonsense',
    });
    expect((await send('nonsense, return=minimal')).status).toBe(204);
  });
});
