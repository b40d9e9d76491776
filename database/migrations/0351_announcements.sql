-- What the team tells many people at once.
create table public.announcements (
  id uuid primary key default gen_random_uuid(),
  segment text not null,
  category text,
  title text not null,
  body text not null,
  on_banner boolean not null,
  on_bell boolean not null,
  by_mail boolean not null,
  send_at timestamptz not null,
  banner_until timestamptz,
  written_by uuid references public.profiles on delete set null,
  created_at timestamptz not null,
  stopped_at timestamptz,
  finished_at timestamptz,
  sent_through uuid,
  sent_count integer not null default 0,
  mailed_count integer not null default 0,
  constraint announcements_segment_check check (segment in ('all_viewers', 'all_streamers', 'streamers_of_category', 'viewers_this_week')),
  constraint announcements_category_check check ((category is not null) = (segment = 'streamers_of_category')),
  constraint announcements_title_check check (char_length(trim(title)) between 3 and 80),
  constraint announcements_body_check check (char_length(trim(body)) between 3 and 600),
  constraint announcements_way_check check (on_banner or on_bell or by_mail),
  constraint announcements_banner_check check (on_banner = (banner_until is not null) and banner_until > send_at),
  constraint announcements_end_check check (stopped_at is null or finished_at is null)
);
create index announcements_due_idx on public.announcements (send_at) where stopped_at is null and finished_at is null;
create index announcements_written_by_idx on public.announcements (written_by);

-- Whom an announcement went to. The key is the promise that nobody gets it twice, whatever dies meanwhile.
create table public.announcement_receipts (
  announcement_id uuid not null references public.announcements on delete cascade,
  person_id uuid not null references public.profiles on delete cascade,
  -- Random: the link in its mail shows it in order to withdraw the consent.
  id uuid not null default gen_random_uuid(),
  sent_at timestamptz not null,
  dismissed_at timestamptz,
  primary key (announcement_id, person_id),
  constraint announcement_receipts_id_key unique (id)
);
create index announcement_receipts_person_id_idx on public.announcement_receipts (person_id, sent_at desc);

-- Who agreed to announcements by mail. No row is no.
create table public.announcement_consents (
  person_id uuid primary key references public.profiles on delete cascade,
  created_at timestamptz not null default now()
);

comment on table public.announcements is 'What the team tells many people at once: as a banner, a notification, and a mail to those who agreed.';
comment on column public.announcements.id is 'The announcement.';
comment on column public.announcements.segment is 'Whom it is for: domain/announcements/rules.ts.';
comment on column public.announcements.category is 'Of streamers_of_category: what their open offers are about.';
comment on column public.announcements.title is 'Its title, and the subject of its mail.';
comment on column public.announcements.body is 'Its text.';
comment on column public.announcements.on_banner is 'Whether it stands at the foot of pages until it is closed or ends.';
comment on column public.announcements.on_bell is 'Whether it is among the notifications.';
comment on column public.announcements.by_mail is 'Whether it goes by mail to those who agreed.';
comment on column public.announcements.send_at is 'From when it is sent.';
comment on column public.announcements.banner_until is 'When its banner ends; null: it has none.';
comment on column public.announcements.written_by is 'Who of the team sent it. Not for its readers.';
comment on column public.announcements.created_at is 'When it was planned.';
comment on column public.announcements.stopped_at is 'When the team stopped it: what had not gone stays, and banners are taken away.';
comment on column public.announcements.finished_at is 'When everybody had been reached.';
comment on column public.announcements.sent_through is 'The last person reached, in the order of their ids.';
comment on column public.announcements.sent_count is 'How many people were reached.';
comment on column public.announcements.mailed_count is 'How many of them by mail too.';
comment on table public.announcement_receipts is 'Whom an announcement went to, each once.';
comment on column public.announcement_receipts.announcement_id is 'The announcement.';
comment on column public.announcement_receipts.person_id is 'Who got it.';
comment on column public.announcement_receipts.id is 'What the link in its mail shows.';
comment on column public.announcement_receipts.sent_at is 'When.';
comment on column public.announcement_receipts.dismissed_at is 'When they closed its banner.';
comment on table public.announcement_consents is 'Who agreed to announcements by mail; they withdraw it in the settings or by the link in each.';
comment on column public.announcement_consents.person_id is 'Who.';
comment on column public.announcement_consents.created_at is 'When they agreed.';
