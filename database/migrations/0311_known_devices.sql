-- The browsers in which somebody has signed in, and what they were told of a new one.

create table private.known_devices (
  person_id uuid not null references auth.users on delete cascade,
  device bytea not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (person_id, device),
  constraint known_devices_device_check check (octet_length(device) = 32)
);
create index known_devices_last_seen_at_idx on private.known_devices (last_seen_at);

create table private.sign_in_alerts (
  session_id uuid primary key,
  person_id uuid not null references auth.users on delete cascade,
  device bytea not null,
  token_hash bytea not null,
  user_agent text,
  ip inet,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint sign_in_alerts_token_hash_key unique (token_hash),
  constraint sign_in_alerts_token_hash_check check (octet_length(token_hash) = 32)
);

create index sign_in_alerts_person_id_idx on private.sign_in_alerts (person_id, created_at desc);
create index sign_in_alerts_created_at_idx on private.sign_in_alerts (created_at);

-- Whoever had signed in before is told of the next browser: which ones they used is not known.
insert into private.known_devices (person_id, device, first_seen_at, last_seen_at)
select id, sha256(convert_to('before:' || id, 'UTF8')), last_sign_in_at, last_sign_in_at
from auth.users where last_sign_in_at is not null;
