-- A private conversation is opened by the team for a time, with a reason that its people read.

create table public.conversation_openings (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null,
  admin_id uuid references public.profiles on delete set null,
  case_id uuid references public.moderation_cases on delete set null,
  reason text not null,
  opened_at timestamptz not null,
  ends_at timestamptz not null,
  constraint conversation_openings_reason_check check (char_length(trim(reason)) between 3 and 500),
  constraint conversation_openings_ends_check check (ends_at > opened_at and ends_at <= opened_at + interval '1 hour'),
  -- One at a time: its people are told once.
  constraint conversation_openings_apart exclude using gist (
    session_id with =, admin_id with =, tstzrange(opened_at, ends_at) with &&
  )
);
create index conversation_openings_admin_id_idx on public.conversation_openings (admin_id, ends_at);
create index conversation_openings_case_id_idx on public.conversation_openings (case_id);

comment on table public.conversation_openings is 'Each time an admin opened a private conversation, with the reason given, for its people to see.';
comment on column public.conversation_openings.id is 'The opening.';
comment on column public.conversation_openings.session_id is 'Whose conversation: that of this session.';
comment on column public.conversation_openings.admin_id is 'Who; null once that account is deleted.';
comment on column public.conversation_openings.case_id is 'The case that asked for it; null: none.';
comment on column public.conversation_openings.reason is 'Why, in the admin''s words.';
comment on column public.conversation_openings.opened_at is 'When.';
comment on column public.conversation_openings.ends_at is 'Until when this admin reads it.';
