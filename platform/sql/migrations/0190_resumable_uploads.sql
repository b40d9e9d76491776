-- Files that come in pieces (TUS). An upload is a row first; each piece of it is a row too, whose bytes lie where those of objects do. So
-- what counts of a file is what the database says: two who send the same piece at once know one winner, and whoever is killed in between
-- leaves either both, row and bytes, or bytes that the sweep finds. The last piece makes the object, in the transaction that ends the upload.
create table storage.resumable_uploads (
  id uuid primary key,
  bucket_id text not null references storage.buckets on delete cascade,
  name text collate "C" not null,
  owner_id text,
  replaces boolean not null,
  content_type text not null,
  cache_control text not null,
  user_metadata jsonb,
  length bigint not null,
  received bigint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  finished_at timestamptz,
  constraint resumable_uploads_received_check check (received between 0 and length)
);
create index resumable_uploads_bucket_id_idx on storage.resumable_uploads (bucket_id);
create index resumable_uploads_owner_id_idx on storage.resumable_uploads (owner_id) where finished_at is null;
create index resumable_uploads_expires_at_idx on storage.resumable_uploads (expires_at);

create table storage.upload_parts (
  upload_id uuid not null references storage.resumable_uploads on delete cascade,
  position bigint not null,
  size bigint not null check (size > 0),
  version text not null unique,
  primary key (upload_id, position)
);
