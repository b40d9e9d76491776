-- What the realtime protocol keeps. Nothing here lasts: the tables that only carry news between a transaction and the
-- server processes are unlogged, so they cost no WAL; after a crash of the database the processes tell their clients to join again.
create schema if not exists realtime;
revoke all on schema realtime from public;
grant usage on schema realtime to anon, authenticated, service_role;

-- One row for each changed row of a published table, written by that table's trigger in the transaction that changed it.
-- `xid` says in whose snapshot it is: a process reads what became visible since the snapshot of its last reading, so it misses
-- nothing and reads nothing twice. `id` orders: the trigger runs while the row is locked, so changes of a row keep their order.
create unlogged table realtime.changes (
  xid xid8 not null default pg_current_xact_id(),
  id bigint generated always as identity,
  schema_name text not null,
  table_name text not null,
  type text not null,
  record jsonb,
  -- The primary key, or the whole row of a table with REPLICA IDENTITY FULL.
  old_record jsonb,
  changed_at timestamptz not null default clock_timestamp(),
  constraint changes_pkey primary key (xid, id),
  constraint changes_type_check check (type in ('INSERT', 'UPDATE', 'DELETE'))
);

-- Messages between server processes that are too long for a NOTIFY (8000 bytes).
create unlogged table realtime.bus_messages (
  id bigint generated always as identity primary key,
  body text not null,
  sent_at timestamptz not null default clock_timestamp()
);

-- Private channels: whoever may read a row of a topic here may listen to it, whoever may insert one may send. Policies on this
-- table are the application's; the server asks them inside a transaction that it rolls back. Columns are a hosted project's.
create table realtime.messages (
  id uuid not null default gen_random_uuid(),
  topic text not null,
  extension text not null,
  event text,
  payload jsonb,
  private boolean default false,
  updated_at timestamptz not null default now(),
  inserted_at timestamptz not null default now(),
  constraint messages_pkey primary key (id, inserted_at)
);
