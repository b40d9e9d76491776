import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { ACCOUNT_CASES } from '#database/policy-cases-accounts.ts';
import { MARKETPLACE_CASES } from '#database/policy-cases-marketplace.ts';
import { ROOM_CASES } from '#database/policy-cases-room.ts';
import { TEAM_CASES } from '#database/policy-cases-team.ts';
import { insertAdminRequest, insertPerson } from '#database/seed/factories.ts';
import { insertMarketplace } from '#database/seed/testing/marketplace.ts';
import { loadActs } from '#product/acts.ts';
import { keepAuditReaders } from '#product/command/audit.ts';
import { TEAM_ROLES } from '#product/shared/team-roles.ts';
import { beginAs } from '#server/postgres/as-caller.ts';
import { openTestDatabase } from '#server/postgres/testing/database.ts';

/**
 * Who may do what to which row: one line an exposed relation, operation and row, one column a caller.
 */
const CALLERS = ['anonymous', 'viewer', 'other viewer', 'streamer', 'admin', 'service'] as const;
type Caller = (typeof CALLERS)[number];
type Mark = 'Y' | 'n' | '-';

interface Case {
  /** One mark a caller: `Y` the row was reached, `n` it was not, `-` the database refused the statement itself. */
  expected: string;
  relation: string;
  what: string;
  /** Gives rows exactly when the operation reached the row. `$viewer`, `$request`, … stand for ids. */
  sql: string;
}

const cases: readonly Case[] = [...ACCOUNT_CASES, ...MARKETPLACE_CASES, ...ROOM_CASES].map(
  ([expected, relation, what, sql]) => ({ expected, relation, what, sql }),
);

/** What the admin of the table, who may do all, reads: of others, or of the team alone. */
const READ_BY_ADMIN = cases.filter(
  ({ sql, expected }) => sql.startsWith('select') && expected.split(' ')[CALLERS.indexOf('admin')] === 'Y',
);

/** The line of the team's table that says who reads so. */
const teamLineOf = ({ relation, what }: Case): string =>
  `${relation}: ${what}` in TEAM_CASES ? `${relation}: ${what}` : relation;

/** The operations of each kind of relation that its lines must cover. */
const OPERATIONS = { table: ['select', 'insert', 'update', 'delete'], view: ['select', 'delete'] } as const;

const db = await openTestDatabase('product');

describe('who may do what', () => {
  const ids: Record<string, string> = {};
  const fill = (sql: string) => sql.replace(/\$(\w+)/g, (_all, name: string) => ids[name] ?? name);

  beforeAll(async () => {
    const join = (name: string, role: 'viewer' | 'streamer' | 'admin') =>
      // The address says admin and grants nothing.
      insertPerson(db.pool, { email: `admin-${name}@loge.test`, role });
    Object.assign(ids, {
      viewer: await join('viewer', 'viewer'),
      other: await join('other', 'viewer'),
      streamer: await join('streamer', 'streamer'),
      admin: await join('admin', 'admin'),
    });
    for (const role of TEAM_ROLES) {
      const id = await insertPerson(db.pool, { email: `${role}@loge.test`, role: 'admin' });
      await db.pool.query('update team_roles set role = $2 where person_id = $1', [id, role]);
      ids[role] = id;
    }
    await db.pool.query(
      "insert into list_views (person_id, list, name, address) values ($1, 'people', 'Suspendus', 'state=suspended')",
      [ids.admin],
    );
    await db.pool.query(
      "insert into categories (id, label, position, retired_at) values ('poterie', 'Poterie', 99, now())",
    );
    await db.pool.query(
      "insert into languages (id, label, position, retired_at) values ('eo', 'Espéranto', 99, now())",
    );
    ids.request = await insertAdminRequest(db.pool, ids.viewer!);
    const { rows } = await db.pool.query<{ id: string }>(
      `insert into suspensions (person_id, reason, created_at, lifted_at)
       values ($1, 'Terminée', now() - interval '2 days', now() - interval '1 day') returning id`,
      [ids.viewer],
    );
    ids.suspension = rows[0]!.id;
    ids.suspended = await insertPerson(db.pool, { email: 'suspended@loge.test', role: 'viewer' });
    await db.pool.query("update auth.users set banned_until = now() + interval '1 day' where id = $1", [
      ids.suspended,
    ]);
    await db.pool.query(`insert into suspensions (person_id, reason) values ($1, 'Un motif')`, [
      ids.suspended,
    ]);
    await db.pool.query(
      `insert into deletion_requests (person_id, deletes_at) values ($1, now() + interval '30 days')`,
      [ids.viewer],
    );
    await db.pool.query(
      `insert into factor_removals (person_id, words, asked_at, token_hash) values ($1, 'Mon téléphone est perdu', now(), 'a')`,
      [ids.viewer],
    );
    await db.pool.query(
      `insert into guardianships (person_id, email, asked_at, expires_at) values ($1, 'parent@loge.test', now(), now() + interval '1 day')`,
      [ids.viewer],
    );
    ids.minor = await insertPerson(db.pool, { email: 'minor@loge.test', role: 'viewer', age: null });
    await db.pool.query(
      `insert into ages (person_id, birth_date, declared_at)
       values ($1, (now() at time zone 'Europe/Paris')::date - interval '16 years', now())`,
      [ids.minor],
    );
    await db.pool.query(
      `insert into guardianships (person_id, email, state, guardian_name, monthly_cents, asked_at, expires_at, confirmed_at)
       values ($1, 'parent@loge.test', 'confirmed', 'Anne Martin', 10000, now(), now() + interval '1 day', now())`,
      [ids.minor],
    );
    await keepAuditReaders(db.pool, await loadActs());
    await db.pool.query(
      `insert into audit_log (action, subject_table, subject_id, reason) values ('guardians/confirm-guardianship', 'profiles', $1, 'Essai')`,
      [ids.minor],
    );
    await db.pool.query(
      `insert into audit_log (action, subject_table, subject_id, reason) values ('administration/change-role', 'profiles', $1, 'Essai')`,
      [ids.viewer],
    );
    await db.pool.query(
      `insert into audit_log (action, subject_table, subject_id, reason) select action, 'others', 'a', 'Essai'
       from unnest(array['accounting/close-month', 'administration/decide-admin-request', 'moderation/decide-case', 'moderation/open-conversation']) as action`,
    );
    await db.pool.query(
      `insert into mail.messages (kind, from_address, to_address, subject, text_body, html_body, state)
       values ('a', 'a@loge.test', 'b@loge.test', 'a', 'a', 'a', 'failed')`,
    );
    await db.pool.query(
      "insert into private.tasks (name, place, lease_seconds, concurrency) values ('a', 'once', 10, 1)",
    );
    await db.pool.query('insert into private.integrity_checks (asked_at) values (now())');
    await db.pool.query(
      "insert into private.backups (started_at, ended_at, error) values (now(), now(), 'disk full')",
    );
    const insertCase = async (state: string) => {
      const { rows: cases } = await db.pool.query<{ id: string }>(
        `insert into moderation_cases (subject_kind, subject_id, person_id, title, severity, category, state, opened_at, last_reported_at)
         values ('profile', gen_random_uuid(), $1, 'Essai', 1, 'other', $2, now(), now()) returning id`,
        [ids.viewer, state],
      );
      return cases[0]!.id;
    };
    ids.case = await insertCase('decided');
    ids.open = await insertCase('open');
    await db.pool.query(
      `insert into moderation_reports (case_id, reporter_id, category, body, path, good_faith, evidence, created_at)
       values ($1, $2, 'other', 'Essai', '/', true, '{}', now())`,
      [ids.case, ids.other],
    );
    await db.pool.query(
      `insert into moderation_decisions (case_id, person_id, measure, rule, facts, reason, decided_at, token_hash, appeal_until)
       values ($1, $2, 'warn', 'other', 'Essai', 'Essai', now(), 'a', now() + interval '6 months')`,
      [ids.case, ids.viewer],
    );
    // What was taken away from the streamer by a decision, and a decision that took nothing.
    for (const [name, took] of [
      ['taken', true],
      ['plain', false],
    ] as const) {
      ids[name] = await insertCase('decided');
      await db.pool.query(
        `with d as (
           insert into moderation_decisions (case_id, person_id, measure, rule, facts, reason, decided_at, token_hash, appeal_until)
           values ($1, $2, 'remove', 'other', 'Essai', 'Essai', now(), $3, now() + interval '6 months') returning id)
         insert into removals (decision_id, person_id, subject_kind, subject_id, removed_at, content)
         select d.id, $2, 'review', 'essai', now(), '{"body": "Essai"}' from d where $4`,
        [ids[name], ids.streamer, name, took],
      );
    }
    const { rows: threads } = await db.pool.query<{ id: string }>(
      `insert into support_threads (person_id, subject, context, opened_at, last_message_at)
       values ($1, 'Essai', 'help', now(), now()) returning id`,
      [ids.viewer],
    );
    ids.thread = threads[0]!.id;
    await db.pool.query(
      "insert into support_messages (thread_id, side, body, sent_at) values ($1, 'person', 'Essai', now())",
      [ids.thread],
    );
    await db.pool.query(
      "insert into support_notes (thread_id, body, created_at) values ($1, 'Essai', now())",
      [ids.thread],
    );
    await db.pool.query(
      "insert into private.person_notes (person_id, body, created_at) values ($1, 'Essai', now())",
      [ids.viewer],
    );
    await db.pool.query(
      `with told as (
         insert into announcements (segment, title, body, on_banner, on_bell, by_mail, send_at, banner_until, created_at)
         values ('all_viewers', 'Essai', 'Essai', true, false, false, now(), now() + interval '1 day', now()) returning id
       ), agreed as (insert into announcement_consents (person_id) values ($1))
       insert into announcement_receipts (announcement_id, person_id, sent_at) select id, $1, now() from told`,
      [ids.viewer],
    );
    Object.assign(ids, await insertMarketplace(db.pool, ids));
    await db.pool.query(
      "insert into private.processes (key, started_at, seen_at, figures) values ('a', now(), now(), '{}')",
    );
    await db.pool.query(
      `insert into private.errors (fingerprint, name, message, place, count, first_at, last_at)
       values ('a', 'Error', 'a', 'a', 1, now(), now())`,
    );
    await db.pool.query(
      "insert into payment_orders (payment_id, kind, amount_cents, state) values ($1, 'refund', 1, 'failed')",
      [ids.payment],
    );
    await db.pool.query(
      `insert into private.failed_refunds (provider, reference, payment_id, amount_cents, reason, created_at)
       values ('sandbox', 're_1', $1, 1, 'unknown', now())`,
      [ids.payment],
    );
    await db.pool.query(
      `with here as (select session_id, person_id, id from attendances order by id limit 1),
         room as (insert into private.rooms (session_id, engine, opened_at) select session_id, 'p2p', now() from here
           on conflict (session_id) do nothing)
       insert into private.admissions (session_id, person_id, side, attendance_id, admitted_at, last_seen_at)
       select session_id, person_id, 'viewer', id, now(), now() from here`,
    );
    await db.pool.query(`update bookings set answers = '{"a": "b"}' where id = $1`, [ids.booking]);
  });

  const identityOf = (caller: Caller | (typeof TEAM_ROLES)[number]) => {
    if (caller === 'anonymous') return { role: 'anon', claims: { role: 'anon' } };
    if (caller === 'service') return { role: 'service_role', claims: { role: 'service_role' } };
    const sub = ids[caller === 'other viewer' ? 'other' : caller];
    const metadata = { role: 'admin' };
    return {
      role: 'authenticated',
      claims: { sub, role: 'authenticated', user_metadata: metadata, app_metadata: metadata },
    };
  };

  /** Runs the statement as the caller and rolls it back. */
  async function outcome(caller: Caller | (typeof TEAM_ROLES)[number], sql: string): Promise<Mark> {
    const client: pg.PoolClient = await db.pool.connect();
    try {
      await beginAs(client, identityOf(caller));
      const { rowCount } = await client.query(fill(sql));
      return rowCount === 0 ? 'n' : 'Y';
    } catch (error) {
      const { code } = error as pg.DatabaseError;
      // 42501: no grant. 23503: a key that others point to. 55000: a view that cannot be written. LG001: append-only.
      if (code && ['42501', '23503', '55000', 'LG001'].includes(code)) return '-';
      throw error;
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  test.each(cases)('$relation: $what', async ({ sql, expected }) => {
    const found: Record<string, Mark> = {};
    for (const caller of CALLERS) found[caller] = await outcome(caller, sql);
    const marks = expected.split(' ');
    expect(found).toEqual(Object.fromEntries(CALLERS.map((caller, index) => [caller, marks[index]])));
  });

  test.each(Object.entries(TEAM_CASES))('the team reads %s as its roles say', async (teamLine, expected) => {
    for (const { sql } of READ_BY_ADMIN.filter((line) => teamLineOf(line) === teamLine)) {
      // The conversation that the admin of the table opened is theirs alone.
      if (sql.includes('$opened')) continue;
      const found: Record<string, Mark> = {};
      for (const role of TEAM_ROLES) found[role] = await outcome(role, sql);
      const marks = expected.split(' ');
      expect(found).toEqual(Object.fromEntries(TEAM_ROLES.map((role, index) => [role, marks[index]])));
    }
  });

  /** What nobody of the team reads without a reason of its own, or at all. */
  const PRIVATE = [
    'attachments',
    'busy_times',
    'calendars',
    'conversations',
    'income_past',
    'income_scenarios',
    'message_reads',
    'session_messages',
  ];
  /** Those that the role support does not read: money, papers, cases. */
  const NOT_OF_SUPPORT = Object.entries(TEAM_CASES)
    .filter(([line, marks]) => !line.includes(':') && marks.split(' ')[2] === 'n')
    .map(([line]) => line);

  describe.each(['viewer', 'streamer'] as const)(
    'through the token of somebody who looks at the pages of a %s',
    (side) => {
      const looking = () => ({
        role: 'authenticated',
        claims: { sub: ids[side], role: 'authenticated', aal: 'aal1', act: { sub: ids.support } },
      });
      /** The rows that a statement reaches; null when the database refuses it. */
      const reach = async (sql: string): Promise<number | null> => {
        const client = await db.pool.connect();
        try {
          await beginAs(client, looking());
          return (await client.query(fill(sql))).rowCount;
        } catch (error) {
          const { code } = error as pg.DatabaseError;
          // 42501: no grant. 25006: the transaction only reads. 55000: a view that cannot be written.
          if (code && ['42501', '25006', '55000'].includes(code)) return null;
          throw error;
        } finally {
          await client.query('rollback');
          client.release();
        }
      };

      test.each([...new Set([...PRIVATE, ...NOT_OF_SUPPORT])])('%s is closed', async (relation) => {
        const lines = cases.filter((line) => line.relation === relation && line.sql.startsWith('select'));
        expect(lines.length).toBeGreaterThan(0);
        for (const { sql } of lines) expect([sql, (await reach(sql)) ?? 0]).toEqual([sql, 0]);
      });

      test('no row is written, not even one that is theirs', async () => {
        const writes = cases.filter(({ sql }) => !sql.startsWith('select'));
        expect(writes.length).toBeGreaterThan(100);
        for (const { sql } of writes) expect([sql, await reach(sql)]).toEqual([sql, null]);
      });
    },
  );

  test('every relation that an admin reads says which roles of the team do', () => {
    expect(Object.keys(TEAM_CASES).toSorted()).toEqual(
      [...new Set(READ_BY_ADMIN.map(teamLineOf))].toSorted(),
    );
  });

  test('and every relation that a page of the team reads is one of them', () => {
    const folder = new URL('../web/features/admin/', import.meta.url);
    const read = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .flatMap((path) => [...readFileSync(new URL(path, folder), 'utf8').matchAll(/\.from\(\s*'(\w+)'/g)])
      .map(([, relation]) => relation ?? '');
    expect(new Set(read).size).toBeGreaterThan(40);
    const told = new Set(Object.keys(TEAM_CASES).map((line) => line.split(':')[0]));
    expect(read.filter((relation) => !told.has(relation))).toEqual([]);
  });

  test('the table is complete: every exposed relation has a line for each of its operations', async () => {
    const { rows } = await db.pool.query<{ name: string; kind: 'table' | 'view' }>(
      `select relname as name, case when relkind in ('v', 'm') then 'view' else 'table' end as kind
       from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')`,
    );
    const missing = rows.flatMap(({ name, kind }) =>
      OPERATIONS[kind]
        .filter((verb) => !cases.some(({ relation, sql }) => relation === name && sql.startsWith(verb)))
        .map((verb) => `${verb} ${name}`),
    );
    expect(missing).toEqual([]);
  });

  test('no function is exposed that this table does not know', async () => {
    const { rows } = await db.pool.query<{ name: string }>(
      `select oid::regprocedure::text as name from pg_proc where pronamespace = 'public'::regnamespace`,
    );
    expect(rows).toEqual([]);
  });

  test('not even the server changes what is append-only', async () => {
    for (const table of ['audit_log', 'platform_settings']) {
      await expect(db.pool.query(`update ${table} set reason = 'Autre'`)).rejects.toThrow('append-only');
      await expect(db.pool.query(`delete from ${table}`)).rejects.toThrow('append-only');
      await expect(db.pool.query(`truncate ${table} cascade`)).rejects.toThrow('append-only');
    }
  });
});
