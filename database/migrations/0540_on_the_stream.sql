-- What a streamer shows on their stream and puts on other sites: the secret address of their overlay (looked up by its hash, and sealed so that
-- they can copy it again), the places that they want taken tonight, and the sites that may show their booker.
create table private.stream_kits (
  streamer_id uuid primary key references public.streamers on delete cascade,
  token_hash bytea,
  token_sealed bytea,
  renewed_at timestamptz,
  goal_places smallint,
  sites text[] not null default '{}',
  constraint stream_kits_token_hash_key unique (token_hash),
  constraint stream_kits_token_check check (num_nonnulls(token_hash, token_sealed, renewed_at) in (0, 3)),
  constraint stream_kits_goal_check check (goal_places between 1 and 99),
  constraint stream_kits_sites_check check (cardinality(sites) <= 20 and array_position(sites, null) is null
    and array_to_string(sites, ' ') ~ '^(https?://[a-z0-9.-]+(:[0-9]{1,5})?( |$))*$')
);

-- Whether their initial may be shown on a stream when they take a place. Nobody's is, unless they say so.
alter table public.person_settings add column initial_on_stream boolean not null default false;
