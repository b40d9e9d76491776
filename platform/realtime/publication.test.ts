import type { RealtimePostgresChangesPayload } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { eventually, openRealtime, type Person, quiet, subscribed } from './testing/server.ts';

const server = await openRealtime(`
  create table notes (id int primary key, owner uuid, body text);
  create table others (id int primary key, owner uuid);
  grant select on notes, others to anon, authenticated, service_role;`);
const { pool } = server.database;

type Payload = RealtimePostgresChangesPayload<Record<string, unknown>>;

async function follow(table: string, who: Person | null = null): Promise<Payload[]> {
  const seen: Payload[] = [];
  const channel = (await server.client(who)).channel(`${table}-${Math.random()}`);
  let told: Record<string, unknown> | null = null;
  channel.on('system', {}, (message) => {
    told = message as Record<string, unknown>;
  });
  channel.on('postgres_changes', { event: '*', schema: 'public', table }, (payload) => {
    seen.push(payload as Payload);
  });
  expect((await subscribed(channel)).status).toBe('SUBSCRIBED');
  await eventually(() => told !== null);
  expect(told).toMatchObject({ status: 'ok' });
  return seen;
}

const published = async () => {
  const { rows } = await pool.query<{ name: string }>(
    "select tgrelid::regclass::text as name from pg_trigger where tgname = 'realtime_capture' order by 1",
  );
  return rows.map(({ name }) => name);
};
const ids = (seen: Payload[]) =>
  seen.map(({ eventType, new: row, old }) =>
    eventType === 'DELETE' ? `-${(old as { id: number }).id}` : (row as { id: number }).id,
  );

describe('the publication supabase_realtime', () => {
  test('is followed when a table is added to it, taken out of it, and added again', async () => {
    await pool.query('alter publication supabase_realtime add table notes');
    const seen = await follow('notes');
    await pool.query("insert into notes values (1, null, 'a')");
    await eventually(() => seen.length === 1);
    await pool.query('alter publication supabase_realtime drop table notes');
    await pool.query("insert into notes values (2, null, 'b')");
    await pool.query('alter publication supabase_realtime add table notes');
    await pool.query("insert into notes values (3, null, 'c')");
    await eventually(() => seen.length === 2);
    expect(ids(seen)).toEqual([1, 3]);
  });

  test('leaves the tables of publish_table alone', async () => {
    await pool.query("select realtime.publish_table('others')");
    await pool.query('alter publication supabase_realtime add table others');
    await pool.query('alter publication supabase_realtime drop table others');
    expect(await published()).toEqual(['notes', 'others']);
    await pool.query("select realtime.unpublish_table('others')");
    expect(await published()).toEqual(['notes']);
  });

  test('a table without a primary key, a dropped table and a changed key disturb nobody', async () => {
    await pool.query(`create table keyless (n int); create table gone (id int primary key);
      alter publication supabase_realtime add table keyless, gone; drop table gone;
      create table rekeyed (id int primary key, name text not null); grant select on rekeyed to anon;
      alter publication supabase_realtime add table rekeyed`);
    expect(await published()).toEqual(['notes', 'rekeyed']);
    await pool.query(
      'alter table rekeyed drop constraint rekeyed_pkey; alter table rekeyed add primary key (name)',
    );
    const seen = await follow('rekeyed');
    await pool.query("insert into rekeyed values (1, 'a'); update rekeyed set id = 2");
    await eventually(() => seen.length === 2);
    expect(seen[1]?.old).toEqual({ name: 'a' });
    await pool.query('alter table keyless add column id int primary key');
    expect(await published()).toContain('keyless');
  });

  test('what it leaves out of each change is left out', async () => {
    const seen = await follow('notes');
    await pool.query("alter publication supabase_realtime set (publish = 'insert, update')");
    await pool.query("delete from notes where id = 1; insert into notes values (4, null, 'd')");
    await eventually(() => seen.length === 1);
    await pool.query("alter publication supabase_realtime set (publish = 'insert, update, delete')");
    await pool.query('delete from notes where id = 4');
    await eventually(() => seen.length === 2);
    expect(ids(seen)).toEqual([4, '-4']);
  });

  test('for all tables follows a table that is made later', async () => {
    await pool.query('drop publication supabase_realtime');
    expect(await published()).toEqual([]);
    await pool.query('create publication supabase_realtime for all tables');
    await pool.query('create table later (id int primary key); grant select on later to anon');
    const seen = await follow('later');
    await pool.query('insert into later values (1)');
    await eventually(() => seen.length === 1);
    expect(await published()).not.toContain('realtime.messages');
  });
});

describe('an UPDATE that takes a row out of a subscriber’s sight', () => {
  test('tells that subscriber nothing, as on a hosted project, and those who see the row now', async () => {
    const [anna, bruno] = [await server.person(), await server.person()];
    await pool.query(`create table moved (id int primary key, owner uuid); grant select on moved to authenticated;
      alter table moved enable row level security;
      create policy own on moved for select to authenticated using (owner = auth.uid());
      select realtime.publish_table('moved')`);
    const [ofAnna, ofBruno] = [await follow('moved', anna), await follow('moved', bruno)];
    await pool.query('insert into moved values (1, $1)', [anna.id]);
    await eventually(() => ofAnna.length === 1);
    await pool.query('update moved set owner = $1', [bruno.id]);
    await eventually(() => ofBruno.length === 1);
    await quiet();
    expect([ofAnna.map(({ eventType }) => eventType), ofBruno.map(({ eventType }) => eventType)]).toEqual([
      ['INSERT'],
      ['UPDATE'],
    ]);
    // Not even the old row’s key goes to a person who does not see the new one.
    expect(ofBruno[0]).toMatchObject({ new: { id: 1, owner: bruno.id }, old: { id: 1 } });
  });
});
