-- Lost second factors: somebody who has neither the telephone nor a recovery code asks the team, which grants it with a day's delay.
create table public.factor_removals (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references public.profiles on delete cascade,
  words text not null,
  state text not null default 'asked',
  asked_at timestamptz not null,
  token_hash bytea not null,
  granted_token_hash bytea,
  decided_by uuid references public.profiles on delete set null,
  decided_at timestamptz,
  reason text,
  takes_effect_at timestamptz,
  ended_at timestamptz,
  constraint factor_removals_token_hash_key unique (token_hash),
  constraint factor_removals_granted_token_hash_key unique (granted_token_hash),
  constraint factor_removals_words_check check (char_length(trim(words)) between 10 and 1000),
  constraint factor_removals_state_check check (state in ('asked', 'granted', 'refused', 'cancelled', 'done')),
  constraint factor_removals_decided_check check ((decided_at is null) = (reason is null) and (state not in ('granted', 'refused', 'done') or decided_at is not null)),
  -- A day between the team's yes and what it does, whatever code comes to write here.
  constraint factor_removals_delay_check check (
    state not in ('granted', 'done') or coalesce(takes_effect_at >= decided_at + interval '24 hours', false)),
  constraint factor_removals_ended_check check ((ended_at is null) = (state in ('asked', 'granted')) and (state <> 'done' or ended_at >= takes_effect_at)),
  constraint factor_removals_decider_check check (decided_by <> person_id)
);
create unique index factor_removals_open_key on public.factor_removals (person_id) where state in ('asked', 'granted');
create index factor_removals_person_id_idx on public.factor_removals (person_id, asked_at desc);
create index factor_removals_decided_by_idx on public.factor_removals (decided_by);
create index factor_removals_due_idx on public.factor_removals (takes_effect_at) where state = 'granted';
