-- A sign-in at a provider between its start and its callback. The state that travels through the browser is stored as a digest, and
-- nonce and verifier are derived from it, so that a read of this table opens nothing.
create table auth.provider_states (
  state_hash bytea primary key,
  provider text not null,
  redirect_to text not null,
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  linking_user_id uuid references auth.users on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  constraint provider_states_challenge_is_whole check ((code_challenge is null) = (code_challenge_method is null))
);
create index provider_states_linking_user_id_idx on auth.provider_states (linking_user_id);
create index provider_states_created_at_idx on auth.provider_states (created_at);
