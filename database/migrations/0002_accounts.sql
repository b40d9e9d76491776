-- People: who they are beside their account, what they asked for and what was decided about them.

-- What the server needs but no client sees: helpers of policies, settings of this deployment. Never exposed by rest.
create schema private;
revoke all on schema private from public;
-- To call the functions that policies ask; the tables in it are granted to nobody.
grant usage on schema private to anon, authenticated, service_role;

-- Settings that triggers need to know, written at boot from the environment. One row.
create table private.deployments (
  singleton boolean primary key default true,
  admin_signup text not null,
  constraint deployments_singleton_check check (singleton),
  constraint deployments_admin_signup_check check (admin_signup in ('open', 'approval'))
);
-- Until a server has said otherwise nobody becomes an admin by asking.
insert into private.deployments (admin_signup) values ('approval');

create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  role text,
  first_name text,
  last_name text,
  avatar_url text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint profiles_role_check check (role in ('viewer', 'streamer', 'admin')),
  constraint profiles_first_name_check check (char_length(trim(first_name)) between 2 and 80),
  constraint profiles_last_name_check check (char_length(trim(last_name)) between 2 and 80),
  -- A picture of this site or one over TLS: never a script, never plain http in the page.
  constraint profiles_avatar_url_check
    check (avatar_url ~ '^(https://[^\s]+|/[^/\s][^\s]*)$' and char_length(avatar_url) <= 2048)
);
create index profiles_role_idx on public.profiles (role);

-- The constants of money that an admin may change. Each row is a version; a booking keeps the version that it was made
-- under, so none is ever changed.
create table public.platform_settings (
  version integer generated always as identity primary key,
  -- The platform's share of the price, in hundredths of a percent: 1500 is 15 %.
  fee_basis_points integer not null,
  -- Hours between a session's end and its money being available to the streamer.
  pending_hours integer not null,
  payout_minimum_cents integer not null,
  created_at timestamptz not null default now(),
  -- No foreign key: the version outlives the account of who made it.
  created_by uuid,
  reason text not null,
  constraint platform_settings_fee_check check (fee_basis_points between 0 and 5000),
  constraint platform_settings_pending_hours_check check (pending_hours between 0 and 720),
  constraint platform_settings_payout_minimum_check check (payout_minimum_cents between 0 and 100000)
);
insert into public.platform_settings (fee_basis_points, pending_hours, payout_minimum_cents, reason)
values (1500, 48, 2000, 'Valeurs de départ');

-- Somebody who chose the role admin at sign-up where that needs an admin's consent.
create table public.admin_requests (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references public.profiles on delete cascade,
  state text not null default 'pending',
  created_at timestamptz not null default now(),
  decided_by uuid references public.profiles on delete set null,
  decided_at timestamptz,
  reason text,
  constraint admin_requests_state_check check (state in ('pending', 'approved', 'refused')),
  constraint admin_requests_decision_check
    check ((state = 'pending') = (decided_at is null) and (state = 'pending') = (reason is null))
);
create unique index admin_requests_pending_key on public.admin_requests (person_id) where state = 'pending';
create index admin_requests_person_id_idx on public.admin_requests (person_id, created_at desc);
create index admin_requests_decided_by_idx on public.admin_requests (decided_by);
create index admin_requests_state_idx on public.admin_requests (state, created_at);

-- Why somebody has no access, beside `auth.users.banned_until`, which ends it. `until` null: until somebody restores it.
create table public.suspensions (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references public.profiles on delete cascade,
  reason text not null,
  until timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid references public.profiles on delete set null,
  lifted_at timestamptz,
  lifted_by uuid references public.profiles on delete set null,
  constraint suspensions_reason_check check (char_length(trim(reason)) between 3 and 500),
  constraint suspensions_until_check check (until > created_at)
);
create unique index suspensions_open_key on public.suspensions (person_id) where lifted_at is null;
create index suspensions_person_id_idx on public.suspensions (person_id, created_at desc);
create index suspensions_created_by_idx on public.suspensions (created_by);
create index suspensions_lifted_by_idx on public.suspensions (lifted_by);

-- An account that its person wants deleted, until the grace is over or they change their mind (the row goes away then).
create table public.deletion_requests (
  person_id uuid primary key references public.profiles on delete cascade,
  created_at timestamptz not null default now(),
  deletes_at timestamptz not null,
  constraint deletion_requests_deletes_at_check check (deletes_at > created_at)
);
create index deletion_requests_deletes_at_idx on public.deletion_requests (deletes_at);

-- Who did what to whose data, and why. Append-only by trigger. It holds ids, never names or addresses, and no foreign
-- keys: once an account is deleted its entries stay, about an id that leads to nobody.
create table public.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- Null: Loge itself, such as the purge of accounts whose grace is over.
  actor_id uuid,
  -- The command, such as 'administration/change-role'.
  action text not null,
  subject_table text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  reason text not null,
  constraint audit_log_reason_check check (char_length(trim(reason)) between 3 and 500)
);
create index audit_log_at_idx on public.audit_log (at desc, id desc);
create index audit_log_subject_idx on public.audit_log (subject_id, at desc);
create index audit_log_actor_idx on public.audit_log (actor_id, at desc);
create index audit_log_action_idx on public.audit_log (action, at desc);
