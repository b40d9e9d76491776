-- Broadcasts that the database sends are kept for three days, so that a client that joins a private channel can ask for what it missed.
-- The table becomes one of daily partitions (`realtime.keep_messages` makes and drops them): a day is forgotten by dropping a table.
-- It held no row until now. The policies of the application move with it. `format` writes `using ()` for a condition that is not there,
-- so a table that had a policy could not pass here.
-- Ran before as 6ebf3e657eb76f46f9b70353242b4a5f5630e6448522328fe283c25a002ae688
do $$
declare
  policies jsonb;
  policy record;
begin
  select coalesce(jsonb_agg(to_jsonb(p)), '[]') into policies
  from pg_policies p where p.schemaname = 'realtime' and p.tablename = 'messages';
  drop table realtime.messages;
  create table realtime.messages (
    id uuid not null default gen_random_uuid(),
    topic text not null,
    extension text not null,
    event text,
    payload jsonb,
    binary_payload bytea,
    private boolean default false,
    updated_at timestamptz not null default now(),
    inserted_at timestamptz not null default now(),
    constraint messages_pkey primary key (id, inserted_at)
  ) partition by range (inserted_at);
  alter table realtime.messages enable row level security;
  for policy in
    select * from jsonb_to_recordset(policies)
      as p(policyname text, permissive text, roles text[], cmd text, qual text, with_check text)
  loop
    execute format('create policy %I on realtime.messages as %s for %s to %s', policy.policyname, policy.permissive, policy.cmd,
        (select string_agg(quote_ident(role), ', ') from unnest(policy.roles) as role))
      || coalesce(' using (' || policy.qual || ')', '') || coalesce(' with check (' || policy.with_check || ')', '');
  end loop;
end
$$;

-- Whatever no day's partition takes: a message is never refused because nobody made one.
create table realtime.default_messages partition of realtime.messages default;
create index messages_topic_idx on realtime.messages (topic, inserted_at) where extension = 'broadcast' and private;
