import type { RealtimePostgresChangesPayload } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, quiet, type RealtimeServer, startRealtime, subscribed } from './testing/server.ts';

const SETUP = `
  create type state as enum ('held', 'confirmed');
  create table notes (
    id uuid primary key default gen_random_uuid(), owner uuid not null, title text not null default '', rank bigint not null default 0,
    state state not null default 'held', price numeric, secret text, at timestamptz not null default now(), tags text[], extra jsonb);
  alter table notes enable row level security;
  grant select (id, owner, title, rank, state, price, at, tags, extra) on notes to authenticated;
  grant select on notes to service_role;
  create policy own on notes for select to authenticated using (owner = auth.uid());
  select realtime.publish_table('notes');
  create table open_notes (a int, b text, words text, primary key (a, b));
  grant select on open_notes to anon, authenticated;
  select realtime.publish_table('open_notes');
  create table unpublished (id int primary key);
  grant select on unpublished to anon, authenticated;`;

type Row = Record<string, unknown>;
type Payload = RealtimePostgresChangesPayload<Row>;

let server: RealtimeServer;
beforeAll(async () => {
  server = await startRealtime(SETUP);
});
afterAll(() => server.close());

let topics = 0;
function newTopic(): string {
  topics += 1;
  return `notes-${topics}`;
}

/** Subscribes and collects. */
async function follow(
  who: Parameters<RealtimeServer['client']>[0],
  binding: { event?: '*'; table?: string; filter?: string; select?: string[] } = {},
  vsn: '1.0.0' | '2.0.0' = '2.0.0',
): Promise<Payload[]> {
  const seen: Payload[] = [];
  const channel = server.client(who, vsn).channel(newTopic());
  const system: Row[] = [];
  channel.on('system', {}, (message) => system.push(message as Row));
  channel.on<Row>(
    'postgres_changes',
    { event: '*', schema: 'public', table: 'notes', ...binding },
    (payload) => {
      seen.push(payload);
    },
  );
  expect(await subscribed(channel)).toEqual({ status: 'SUBSCRIBED', error: undefined });
  await eventually(() => system.length > 0);
  expect(system[0]).toMatchObject({
    extension: 'postgres_changes',
    status: 'ok',
    message: 'Subscribed to PostgreSQL',
  });
  return seen;
}

const write = (sql: string, values: unknown[] = []) => server.database.pool.query(sql, values);

describe('postgres_changes', () => {
  test.each(['1.0.0', '2.0.0'] as const)(
    'tell a person of their own rows and of nobody else’s, in serialiser %s',
    async (vsn) => {
      const [anna, bruno] = [await server.person(), await server.person()];
      const [ofAnna, ofBruno] = [await follow(anna, {}, vsn), await follow(bruno, {}, vsn)];
      const { rows } = await write(
        `insert into notes (owner, title, rank, price, secret, tags, extra, at)
       values ($1, 'à elle', 9007199254740993, 12.50, 'hush', '{a,b}', '{"x": [1]}', '2026-11-21T10:00:00+01') returning id`,
        [anna.id],
      );
      const id = rows[0].id as string;
      await eventually(() => ofAnna.length === 1);
      await write("update notes set title = 'changée' where id = $1", [id]);
      await eventually(() => ofAnna.length === 2);
      await write('delete from notes where id = $1', [id]);
      await eventually(() => ofAnna.length === 3 && ofBruno.length === 1);
      await quiet();
      expect(server.warnings).toEqual([]);
      const row = {
        id,
        owner: anna.id,
        state: 'held',
        price: 12.5,
        tags: ['a', 'b'],
        extra: { x: [1] },
        at: '2026-11-21T09:00:00+00:00',
      };
      const common = {
        schema: 'public',
        table: 'notes',
        commit_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        errors: null,
      };
      expect(ofAnna.filter(({ eventType }) => eventType !== 'DELETE')).toEqual([
        { ...common, eventType: 'INSERT', new: { ...row, title: 'à elle', rank: 9007199254740992 }, old: {} },
        {
          ...common,
          eventType: 'UPDATE',
          new: { ...row, title: 'changée', rank: 9007199254740992 },
          old: { id },
        },
      ]);
      const gone = { ...common, eventType: 'DELETE', new: {}, old: { id } };
      expect(ofBruno).toEqual([gone]);
    },
  );
});
