import { describe, expect, test } from 'vitest';
import { openTestDatabase } from '#server/postgres/testing/database.ts';

/** The schemas that rest serves: what a client can name. */
const EXPOSED = "array['public']::regnamespace[]";
/** Every schema of ours. */
const OURS =
  "array['public', 'private', 'auth', 'mail', 'sandbox', 'realtime', 'storage', 'migrations']::regnamespace[]";

/** House rules that the catalogue proves. Each query lists the offenders; `reason` of an exception stands beside it. */
const rules: { rule: string; offenders: string; except?: Record<string, string> }[] = [
  {
    rule: 'every exposed table has row-level security',
    offenders: `select c.oid::regclass::text as name from pg_class c
      where c.relnamespace = any(${EXPOSED}) and c.relkind in ('r', 'p') and not c.relrowsecurity`,
  },
  {
    rule: 'every exposed table has a policy for who may read it',
    offenders: `select c.oid::regclass::text as name from pg_class c
      where c.relnamespace = any(${EXPOSED}) and c.relkind in ('r', 'p')
        and not exists (select from pg_policy p where p.polrelid = c.oid and p.polcmd in ('r', '*'))`,
  },
  {
    rule: 'a policy names the roles it is for, never everybody',
    offenders: `select p.polrelid::regclass || '.' || p.polname as name from pg_policy p
      join pg_class c on c.oid = p.polrelid where c.relnamespace = any(${OURS}) and 0 = any(p.polroles)`,
  },
  {
    rule: 'a view that reads with its owner’s rights is a security barrier',
    offenders: `select c.oid::regclass::text as name from pg_class c
      where c.relnamespace = any(${EXPOSED}) and c.relkind = 'v'
        and not coalesce(c.reloptions && array['security_barrier=true', 'security_invoker=true'], false)`,
  },
  {
    rule: 'grants on exposed tables to clients list columns',
    offenders: `select distinct c.oid::regclass || ' to ' || a.grantee::regrole as name
      from pg_class c, aclexplode(c.relacl) a
      where c.relnamespace = any(${EXPOSED}) and c.relkind in ('r', 'p')
        and a.grantee in ('anon'::regrole, 'authenticated'::regrole)
        -- One deletes rows, not columns: there is no list to give.
        and a.privilege_type <> 'DELETE'`,
  },
  {
    rule: 'nothing is granted to public',
    offenders: `
      select c.oid::regclass::text as name from pg_class c, aclexplode(c.relacl) a
        where c.relnamespace = any(${OURS}) and a.grantee = 0
      union all select t.attrelid::regclass || '.' || t.attname from pg_attribute t join pg_class c on c.oid = t.attrelid,
        aclexplode(t.attacl) a where c.relnamespace = any(${OURS}) and a.grantee = 0
      union all select n.nspname from pg_namespace n, aclexplode(n.nspacl) a
        where n.oid = any(${OURS}) and a.grantee = 0 and (n.nspname <> 'public' or a.privilege_type <> 'USAGE')`,
  },
  {
    rule: 'anon writes nothing',
    offenders: `select c.oid::regclass || ' ' || privilege as name
      from pg_class c, unnest(array['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) privilege
      where c.relnamespace = any(${OURS}) and c.relkind in ('r', 'p', 'v')
        and (has_table_privilege('anon', c.oid, privilege)
          or privilege in ('INSERT', 'UPDATE') and has_any_column_privilege('anon', c.oid, privilege))`,
    except: {
      'realtime.messages INSERT': 'what its policies are asked about; no policy lets anon',
      'storage.buckets INSERT': 'as on a hosted project: no policy lets anon',
      'storage.buckets UPDATE': 'as on a hosted project: no policy lets anon',
      'storage.buckets DELETE': 'as on a hosted project: no policy lets anon',
      'storage.objects INSERT': 'as on a hosted project: no policy lets anon',
      'storage.objects UPDATE': 'as on a hosted project: no policy lets anon',
      'storage.objects DELETE': 'as on a hosted project: no policy lets anon',
    },
  },
  {
    rule: 'every table, view, function and trigger says what it is for, and every column of a product table',
    offenders: `
      select c.oid::regclass::text as name from pg_class c
        where c.relnamespace = any(${OURS}) and c.relkind in ('r', 'p', 'v', 'm') and obj_description(c.oid, 'pg_class') is null
      union all select c.oid::regclass || '.' || a.attname from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = any(array['public', 'private', 'sandbox']::regnamespace[]) and c.relkind in ('r', 'p')
          and a.attnum > 0 and not a.attisdropped and col_description(c.oid, a.attnum) is null
      union all select p.oid::regprocedure::text from pg_proc p
        where p.pronamespace = any(${OURS}) and obj_description(p.oid, 'pg_proc') is null
          and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
      union all select t.tgname || ' on ' || t.tgrelid::regclass from pg_trigger t join pg_class c on c.oid = t.tgrelid
        where c.relnamespace = any(${OURS}) and not t.tgisinternal and t.tgparentid = 0
          and obj_description(t.oid, 'pg_trigger') is null`,
  },
  {
    rule: 'clients reach no table outside the exposed schemas',
    offenders: `select c.oid::regclass || ' by ' || role as name
      from pg_class c, unnest(array['anon', 'authenticated', 'service_role']) role
      where c.relnamespace = any(${OURS}) and not c.relnamespace = any(${EXPOSED}) and c.relkind in ('r', 'p', 'v', 'm')
        and has_schema_privilege(role, c.relnamespace, 'usage')
        and (has_table_privilege(role, c.oid, 'select, insert, update, delete')
          or has_any_column_privilege(role, c.oid, 'select, insert, update'))`,
    // Not served: policies of private channels are asked about rows that are never kept.
    except: {
      'realtime.messages by anon': 'as on a hosted project',
      'realtime.messages by authenticated': 'as on a hosted project',
      'realtime.messages by service_role': 'as on a hosted project',
      // Not served either: the storage protocol reads and writes them as its caller.
      'storage.buckets by anon': 'as on a hosted project',
      'storage.buckets by authenticated': 'as on a hosted project',
      'storage.buckets by service_role': 'as on a hosted project',
      'storage.objects by anon': 'as on a hosted project',
      'storage.objects by authenticated': 'as on a hosted project',
      'storage.objects by service_role': 'as on a hosted project',
    },
  },
  {
    rule: 'no function is executable by public',
    offenders: `select p.oid::regprocedure::text as name from pg_proc p
      where p.pronamespace = any(${OURS})
        and exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0)`,
    except: {
      // They read the caller's own claims, which the caller knows, and policies of any schema need them.
      'auth.jwt()': 'as on a hosted project',
      'auth.uid()': 'as on a hosted project',
      'auth.role()': 'as on a hosted project',
      'auth.email()': 'as on a hosted project',
    },
  },
  {
    rule: 'every security-definer function fixes its search path',
    offenders: `select p.oid::regprocedure::text as name from pg_proc p
      where p.pronamespace = any(${OURS}) and p.prosecdef
        and not exists (select from unnest(p.proconfig) setting where setting like 'search_path=%')`,
  },
  {
    rule: 'every foreign key has an index behind it',
    offenders: `select k.conrelid::regclass || '.' || k.conname as name from pg_constraint k
      where k.contype = 'f' and k.connamespace = any(${OURS}) and not exists (
        select from pg_index i where i.indrelid = k.conrelid and i.indpred is null
          and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey)`,
  },
  {
    rule: 'every table has a primary key',
    offenders: `select c.oid::regclass::text as name from pg_class c
      where c.relnamespace = any(${OURS}) and c.relkind in ('r', 'p')
        and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p')`,
  },
  {
    rule: 'tables are snake_case plurals',
    offenders: `select c.oid::regclass::text as name from pg_class c
      where c.relnamespace = any(array['public', 'private', 'mail', 'sandbox']::regnamespace[]) and c.relkind in ('r', 'p')
        and c.relname !~ '^[a-z]+(_[a-z]+)*s$'`,
    except: { audit_log: 'the collective noun everybody uses' },
  },
  {
    rule: 'columns are snake_case',
    offenders: `select a.attrelid::regclass || '.' || a.attname as name from pg_attribute a
      join pg_class c on c.oid = a.attrelid
      where c.relnamespace = any(${OURS}) and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped
        and a.attname !~ '^[a-z]+(_[a-z0-9]+)*$'`,
  },
  {
    rule: 'every instant knows its zone',
    offenders: `select a.attrelid::regclass || '.' || a.attname as name from pg_attribute a
      join pg_class c on c.oid = a.attrelid
      where c.relnamespace = any(${OURS}) and a.atttypid in ('timestamp'::regtype, 'timetz'::regtype)`,
  },
];

const db = await openTestDatabase('product');

describe('the catalogue keeps the house rules', () => {
  test.each(rules)('$rule', async ({ offenders, except = {} }) => {
    const { rows } = await db.pool.query<{ name: string }>(offenders);
    expect(rows.map(({ name }) => name).filter((name) => !Object.hasOwn(except, name))).toEqual([]);
  });

  // A rule that can find nothing proves nothing: each of these breaks one on purpose.
  test.each([
    [
      'every exposed table has row-level security',
      'create table public.things (id int primary key)',
      'things',
    ],
    [
      'grants on exposed tables to clients list columns',
      'grant select on profiles to anon',
      'profiles to anon',
    ],
    ['nothing is granted to public', 'grant select on profiles to public', 'profiles'],
    ['anon writes nothing', 'grant update (role) on profiles to anon', 'profiles UPDATE'],
    [
      'clients reach no table outside the exposed schemas',
      'grant select (email) on auth.users to authenticated',
      'auth.users by authenticated',
    ],
    [
      'no function is executable by public',
      "create function public.leak() returns int language sql as 'select 1'; grant execute on function leak() to public",
      'leak()',
    ],
    [
      'every security-definer function fixes its search path',
      "create function private.leak() returns int language sql security definer as 'select 1'",
      'private.leak()',
    ],
    [
      'every foreign key has an index behind it',
      'create table public.things (id int primary key, profile_id uuid references profiles)',
      'things.things_profile_id_fkey',
    ],
    [
      'a view that reads with its owner’s rights is a security barrier',
      'create view public.leaks as select * from profiles',
      'leaks',
    ],
    ['tables are snake_case plurals', 'create table public."Thing" (id int primary key)', '"Thing"'],
  ])('and sees when it is broken: %s', async (name, breaking, offender) => {
    const client = await db.pool.connect();
    try {
      await client.query('begin');
      await client.query(breaking);
      const { offenders } = rules.find(({ rule }) => rule === name)!;
      const { rows } = await client.query<{ name: string }>(offenders);
      expect(rows.map((row) => row.name)).toContain(offender);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
