-- The product counts its own limits, beside those of auth: a hosted Supabase has no such table in auth. Counters that all server
-- processes share. Unlogged: after a crash of the database everybody may try again.
create unlogged table private.rate_limits (
  key text not null,
  used integer not null,
  ends_at timestamptz not null,
  constraint rate_limits_pkey primary key (key)
);
create index rate_limits_ends_at_idx on private.rate_limits (ends_at);

-- What was used of a limit stays used. The counters of auth among them count nothing here, and end within a day.
insert into private.rate_limits (key, used, ends_at) select key, used, ends_at from auth.rate_limits where ends_at > now();
