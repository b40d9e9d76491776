-- Who answers for a minor: a parent or a guardian, reached by mail and without an account. One open a minor.
create table public.guardianships (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references public.profiles on delete cascade,
  email text not null,
  guardian_name text,
  monthly_cents integer,
  state text not null default 'asked',
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  ended_at timestamptz,
  constraint guardianships_state_check check (state in ('asked', 'confirmed', 'refused', 'stopped', 'ended')),
  constraint guardianships_email_check check (char_length(email) between 3 and 320),
  constraint guardianships_name_check check (char_length(trim(guardian_name)) between 3 and 120),
  constraint guardianships_limit_check check (monthly_cents between 0 and 200000),
  -- Who confirmed said their name and a limit, whatever code comes to write here.
  constraint guardianships_confirmed_check check (
    (confirmed_at is null) = (guardian_name is null) and (confirmed_at is null) = (monthly_cents is null)
    and (state not in ('confirmed', 'stopped') or confirmed_at is not null) and (state not in ('asked', 'refused') or confirmed_at is null)
    and confirmed_at < expires_at),
  constraint guardianships_ended_check check ((ended_at is null) = (state in ('asked', 'confirmed')))
);
create unique index guardianships_open_key on public.guardianships (person_id) where state in ('asked', 'confirmed');
create index guardianships_person_id_idx on public.guardianships (person_id, asked_at desc);

-- Each mail to a guardian has a link of its own, of which the hash is kept.
create table private.guardian_links (
  token_hash bytea primary key,
  guardianship_id uuid not null references public.guardianships on delete cascade,
  created_at timestamptz not null
);
create index guardian_links_guardianship_id_idx on private.guardian_links (guardianship_id);
