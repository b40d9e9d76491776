-- What the storage protocol keeps. Columns are a hosted project's, with two of ours beside them: what a bucket asks of its contents, and
-- which bytes no row has any more. The bytes lie under `objects.version`, which is never used twice: to replace, move or delete an
-- object changes its row, and no bytes that another row names.
create schema if not exists storage;
revoke all on schema storage from public;
grant usage on schema storage to anon, authenticated, service_role;

create table storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  owner_id text,
  public boolean not null default false,
  file_size_limit bigint check (file_size_limit >= 0),
  allowed_mime_types text[],
  type text not null default 'STANDARD' check (type = 'STANDARD'),
  checks_content boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint buckets_id_check check (id ~ '^[A-Za-z0-9_!.*''() &$=@;:+,?-]{1,100}$' and id = btrim(id))
);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets,
  -- Compared byte by byte, so that the names under a prefix are one stretch of the index.
  name text collate "C" not null,
  owner uuid,
  owner_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now(),
  metadata jsonb,
  user_metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  constraint objects_bucket_id_name_key unique (bucket_id, name),
  constraint objects_version_key unique (version),
  constraint objects_name_check check (char_length(name) between 1 and 1024)
);
create index objects_owner_id_idx on storage.objects (owner_id);

-- Written by a trigger in the transaction that let go of the bytes, whoever did it, so they are removed if and only if it committed.
create table storage.discarded_versions (
  version text primary key,
  discarded_at timestamptz not null default now()
);
create index discarded_versions_discarded_at_idx on storage.discarded_versions (discarded_at);
