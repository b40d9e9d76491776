import type { Constraint, Relation, Schema, SqlFunction, TypeObject } from './model.ts';

/** The rows of these queries. `oid`s are text, and JSON holds what is nested. */
export interface AclRow {
  grantee: string;
  privilege: string;
  column?: string;
}

export interface Named {
  schema: string;
  name: string;
}

export type SchemaRow = Pick<Schema, 'name' | 'comment'> & { acl: AclRow[] };
export interface DefaultPrivilegesRow {
  schema: string | null;
  kind: string;
  acl: AclRow[];
}
export type TypeRow = Named &
  Pick<TypeObject, 'comment' | 'labels' | 'definition' | 'attributes'> & {
    oid: string;
    array_oid: string;
    kind: string;
    base_oid: string;
  };
export type SequenceRow = Named & { definition: string; acl: AclRow[] };
export type RelationRow = Named &
  Pick<
    Relation,
    | 'comment'
    | 'options'
    | 'columns'
    | 'indexes'
    | 'triggers'
    | 'policies'
    | 'definition'
    | 'insertable'
    | 'updatable'
    | 'partition'
  > & {
    oid: string;
    row_type_oid: string;
    kind: string;
    acl: AclRow[];
    column_acl: AclRow[];
    constraints: (Omit<Constraint, 'kind'> & { kind: string })[];
    row_security: boolean;
    forced_row_security: boolean;
  };
export type FunctionRow = Named &
  Pick<SqlFunction, 'signature' | 'comment'> & {
    kind: string;
    definition: string | null;
    acl: AclRow[];
    is_trigger: boolean;
    return_oid: string;
    returns_set: boolean;
    inputs: number;
    defaults: number;
    names: string[];
    types: string[];
    modes: string[];
  };

/** Objects that belong to an extension are its own affair. */
const own = (catalog: string, oid: string) =>
  `not exists (select from pg_depend x where x.classid = '${catalog}'::regclass and x.objid = ${oid} and x.deptype = 'e')`;

const schemaFilter = `n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'migrations')`;

/**
 * Privileges of everybody but the owner; MAINTAIN is left out, because Postgres knows it only
 * since 17.
 */
const acl = (items: string, kind: string, owner: string) => `
  coalesce((select json_agg(json_build_object('grantee', case a.grantee when 0 then 'public' else a.grantee::regrole::text end,
      'privilege', lower(a.privilege_type)))
    from aclexplode(coalesce(${items}, acldefault('${kind}', ${owner}))) a
    where a.grantee <> ${owner} and a.privilege_type <> 'MAINTAIN'), '[]')`;

const columnsOf = (relation: string) => `
  coalesce((select json_agg(json_build_object(
      'name', a.attname, 'number', a.attnum, 'type', format_type(a.atttypid, a.atttypmod), 'typeOid', a.atttypid::int8, 'notNull', a.attnotnull,
      'default', pg_get_expr(d.adbin, d.adrelid),
      'generated', case a.attgenerated when 's' then 'stored' when 'v' then 'virtual' end,
      'identity', case a.attidentity when 'a' then 'always' when 'd' then 'by default' end,
      'comment', col_description(a.attrelid, a.attnum)) order by a.attnum)
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = ${relation} and a.attnum > 0 and not a.attisdropped), '[]')`;

/** Names of the columns with these numbers, in their order there. */
const namesOf = (relation: string, numbers: string) => `
  coalesce((select json_agg(a.attname order by x.position)
    from unnest(${numbers}) with ordinality x (number, position)
    join pg_attribute a on a.attrelid = ${relation} and a.attnum = x.number), '[]')`;

export const SCHEMAS = `
  select n.nspname as name, obj_description(n.oid, 'pg_namespace') as comment, ${acl('n.nspacl', 'n', 'n.nspowner')} as acl
  from pg_namespace n where ${schemaFilter}`;

export const EXTENSIONS = `
  select e.extname as name, n.nspname as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace
  where e.extname <> 'plpgsql'`;

export const DEFAULT_PRIVILEGES = `
  select n.nspname as schema,
    case d.defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'functions' when 'T' then 'types' else 'schemas' end as kind,
    ${acl('d.defaclacl', 'r', 'd.defaclrole')} as acl
  from pg_default_acl d left join pg_namespace n on n.oid = d.defaclnamespace`;

export const TYPES = `
  select n.nspname as schema, t.typname as name, t.oid::int8::text as oid, t.typarray::int8::text as array_oid, t.typtype as kind,
    obj_description(t.oid, 'pg_type') as comment,
    coalesce((select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid), '[]') as labels,
    format_type(t.typbasetype, t.typtypmod) || coalesce(' default ' || t.typdefault, '')
      || case when t.typnotnull then ' not null' else '' end
      || coalesce((select string_agg(' constraint ' || quote_ident(c.conname) || ' ' || pg_get_constraintdef(c.oid, true), '' order by c.conname)
         from pg_constraint c where c.contypid = t.oid and c.contype = 'c'), '') as definition,
    t.typbasetype::int8::text as base_oid, ${columnsOf('t.typrelid')} as attributes
  from pg_type t join pg_namespace n on n.oid = t.typnamespace
  where ${schemaFilter} and ${own('pg_type', 't.oid')} and (t.typtype in ('e', 'd', 'r')
    or t.typtype = 'c' and (select c.relkind from pg_class c where c.oid = t.typrelid) = 'c')`;

export const SEQUENCES = `
  select n.nspname as schema, c.relname as name, ${acl('c.relacl', 's', 'c.relowner')} as acl,
    format('as %s start with %s increment by %s', format_type(s.seqtypid, null), s.seqstart, s.seqincrement) as definition
  from pg_sequence s join pg_class c on c.oid = s.seqrelid join pg_namespace n on n.oid = c.relnamespace
  where ${schemaFilter} and ${own('pg_class', 'c.oid')} and not exists (
    select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'i')`;

export const RELATIONS = `
  select n.nspname as schema, c.relname as name, c.oid::int8::text as oid, c.reltype::int8::text as row_type_oid, c.relkind as kind,
    obj_description(c.oid, 'pg_class') as comment, coalesce(to_json(c.reloptions), '[]') as options,
    ${columnsOf('c.oid')} as columns, ${acl('c.relacl', 'r', 'c.relowner')} as acl,
    coalesce((select json_agg(json_build_object('column', a.attname,
        'grantee', case g.grantee when 0 then 'public' else g.grantee::regrole::text end, 'privilege', lower(g.privilege_type)) order by a.attnum)
      from pg_attribute a, aclexplode(a.attacl) g where a.attrelid = c.oid and not a.attisdropped and g.grantee <> c.relowner), '[]') as column_acl,
    coalesce((select json_agg(json_build_object('name', k.conname, 'kind', k.contype,
        'definition', pg_get_constraintdef(k.oid, true), 'columns', ${namesOf('k.conrelid', 'k.conkey')},
        'reference', case when k.contype = 'f' then json_build_object('schema', fn.nspname, 'relation', f.relname,
          'columns', ${namesOf('k.confrelid', 'k.confkey')}) end))
      from pg_constraint k left join pg_class f on f.oid = k.confrelid left join pg_namespace fn on fn.oid = f.relnamespace
      where k.conrelid = c.oid and k.contype in ('p', 'u', 'f', 'c', 'x')), '[]') as constraints,
    coalesce((select json_agg(pg_get_indexdef(i.indexrelid)) from pg_index i
      where i.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))), '[]') as indexes,
    coalesce((select json_agg(pg_get_triggerdef(t.oid, true) ||
      coalesce(format(E';\ncomment on trigger %I on %s is ', t.tgname, c.oid::regclass) || quote_literal(obj_description(t.oid, 'pg_trigger')), ''))
      from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal), '[]') as triggers,
    coalesce((select json_agg(json_build_object('name', p.polname, 'permissive', p.polpermissive,
        'command', case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
        'roles', (select json_agg(case r.role when 0 then 'public' else r.role::regrole::text end) from unnest(p.polroles) r (role)),
        'using', pg_get_expr(p.polqual, p.polrelid), 'check', pg_get_expr(p.polwithcheck, p.polrelid)))
      from pg_policy p where p.polrelid = c.oid), '[]') as policies,
    c.relrowsecurity as row_security, c.relforcerowsecurity as forced_row_security,
    case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid, true) end as definition,
    (pg_relation_is_updatable(c.oid, true) & 8) > 0 as insertable, (pg_relation_is_updatable(c.oid, true) & 4) > 0 as updatable,
    json_build_object('key', case when c.relkind = 'p' then pg_get_partkeydef(c.oid) end,
      'of', (select h.inhparent::regclass::text from pg_inherits h where h.inhrelid = c.oid and c.relispartition),
      'bound', pg_get_expr(c.relpartbound, c.oid)) as partition
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where ${schemaFilter} and ${own('pg_class', 'c.oid')} and c.relkind in ('r', 'p', 'v', 'm', 'f')`;

export const FUNCTIONS = `
  select n.nspname as schema, p.proname as name, pg_get_function_identity_arguments(p.oid) as signature, p.prokind as kind,
    case when p.prokind in ('f', 'p') then pg_get_functiondef(p.oid) end as definition,
    obj_description(p.oid, 'pg_proc') as comment,
    ${acl('p.proacl', 'f', 'p.proowner')} as acl, p.prorettype in ('trigger'::regtype, 'event_trigger'::regtype) as is_trigger,
    p.prorettype::int8::text as return_oid, p.proretset as returns_set, p.pronargs as inputs, p.pronargdefaults as defaults,
    coalesce(to_json(p.proargnames), '[]') as names,
    to_json(coalesce(p.proallargtypes, p.proargtypes::oid[])::int8[]::text[]) as types, to_json(coalesce(p.proargmodes::text[], '{}')) as modes
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where ${schemaFilter} and ${own('pg_proc', 'p.oid')}`;
