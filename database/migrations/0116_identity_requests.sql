-- A seller who sells enough is asked who they are, twice reminded, and then waited for: payouts too (directive (UE) 2021/514, annexe V,
-- section IV, A, 2). domain/documents/reporting.ts has the rule.
alter table private.fiscal_identities add column complete boolean not null default false;
comment on column private.fiscal_identities.complete is
  'Whether it tells all that the tax office must be told of its person. False for what was sealed before this was asked, until it is saved again.';

create table public.identity_requests (
  streamer_id uuid primary key,
  year smallint not null,
  sessions integer not null,
  credited_cents bigint not null,
  asked_at timestamptz not null,
  reminded_at timestamptz,
  reminded_again_at timestamptz,
  waits_from timestamptz,
  completed_at timestamptz,
  -- In hours: a day may have 23 of them.
  constraint identity_requests_reminded_check check (reminded_at >= asked_at + interval '480 hours'),
  constraint identity_requests_again_check check (reminded_again_at is null or reminded_at is not null and reminded_again_at >= reminded_at + interval '480 hours'),
  constraint identity_requests_waits_check check ((waits_from is null) = (reminded_again_at is null)
    and waits_from >= asked_at + interval '1440 hours' and waits_from >= reminded_again_at + interval '480 hours')
);
comment on table public.identity_requests is
  'Streamers who were asked who they are, for the tax office, and how often. No foreign key: whose account goes does not get out of it.';
comment on column public.identity_requests.streamer_id is 'Who was asked.';
comment on column public.identity_requests.year is 'The year, in Paris, whose sessions or money reached the threshold.';
comment on column public.identity_requests.sessions is 'Sessions of that year by then whose money was credited.';
comment on column public.identity_requests.credited_cents is 'What was credited in that year by then, in euro cents, without Loge''s commission.';
comment on column public.identity_requests.asked_at is 'When they were asked.';
comment on column public.identity_requests.reminded_at is 'When they were reminded: twenty days later at the earliest.';
comment on column public.identity_requests.reminded_again_at is 'When they were reminded for the second time: twenty days after the first.';
comment on column public.identity_requests.waits_from is 'Since when no payout is made: twenty days after the second reminder, never sooner than sixty after the request.';
comment on column public.identity_requests.completed_at is 'When the identity was complete; null while it is not, and then the payouts wait.';
create index identity_requests_open_idx on public.identity_requests (asked_at) where completed_at is null;
