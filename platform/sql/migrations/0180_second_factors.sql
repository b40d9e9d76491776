-- Second factors (TOTP, security keys), passkeys and recovery codes. Names of tables and columns are a hosted Supabase's where it has them.

-- `secret` is sealed by the server. A TOTP code is accepted once: `last_used_step` is the 30 s step of the last one accepted.
alter table auth.mfa_factors
  add column last_used_step bigint,
  add column web_authn_credential jsonb,
  add column web_authn_aaguid uuid,
  add constraint mfa_factors_friendly_name_length check (length(friendly_name) <= 120);
alter table auth.mfa_challenges add column web_authn_challenge text;

-- A person's recovery codes are one factor with ten codes.
alter type auth.factor_type add value 'recovery_code';
create table auth.mfa_recovery_codes (
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  code_hash text not null check (length(code_hash) = 64),
  used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (factor_id, code_hash)
);

create table auth.webauthn_credentials (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  credential_id text not null,
  public_key bytea not null,
  sign_count bigint not null default 0,
  transports text[] not null default '{}',
  aaguid uuid,
  friendly_name text not null check (length(friendly_name) <= 120),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint webauthn_credentials_credential_id_key unique (credential_id)
);
create index webauthn_credentials_user_id_idx on auth.webauthn_credentials (user_id);

create table auth.webauthn_challenges (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users on delete cascade,
  challenge_type text not null check (challenge_type in ('registration', 'authentication')),
  challenge text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index webauthn_challenges_user_id_idx on auth.webauthn_challenges (user_id);
create index webauthn_challenges_expires_at_idx on auth.webauthn_challenges (expires_at);
