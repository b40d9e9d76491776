-- A viewer may allow a streamer to write when they have not come back for long (docs/decisions/0197). Nobody is written to without such a row,
-- and nobody more than once in 90 days, however many connections ask at once.
create table public.contact_consents (
  viewer_id uuid not null references public.profiles on delete cascade,
  streamer_id uuid not null references public.streamers on delete cascade,
  created_at timestamptz not null default now(),
  primary key (viewer_id, streamer_id)
);
create index contact_consents_streamer_id_idx on public.contact_consents (streamer_id);

create table private.return_invitations (
  -- Random: it is also what the mail's link shows in order to withdraw the consent.
  id uuid primary key default gen_random_uuid(),
  viewer_id uuid not null references public.profiles on delete cascade,
  streamer_id uuid not null references public.streamers on delete cascade,
  sent_at timestamptz not null,
  quiet_until timestamptz not null,
  constraint return_invitations_pause_check check (quiet_until - sent_at >= interval '90 days'),
  constraint return_invitations_once exclude using gist
    (viewer_id with =, streamer_id with =, tstzrange(sent_at, quiet_until) with &&)
);
create index return_invitations_streamer_id_idx on private.return_invitations (streamer_id);
create index return_invitations_viewer_id_idx on private.return_invitations (viewer_id);
