-- What the team takes away is kept apart until nobody can appeal any more, and is then erased. What is hidden stays with its author.
alter table public.moderation_decisions drop constraint moderation_decisions_measure_check,
  add constraint moderation_decisions_measure_check
    check (measure in ('none', 'warn', 'hide', 'remove', 'no_bookings', 'no_messages', 'suspend', 'close'));

create table public.removals (
  decision_id uuid primary key references public.moderation_decisions on delete cascade,
  person_id uuid references public.profiles on delete set null,
  subject_kind text not null,
  subject_id text not null,
  removed_at timestamptz not null,
  content jsonb,
  restored_at timestamptz,
  erased_at timestamptz,
  constraint removals_subject_kind_check check (subject_kind in ('profile', 'picture', 'film', 'offer', 'review', 'message')),
  constraint removals_subject_id_check check (char_length(subject_id) <= 40),
  constraint removals_content_check check (jsonb_typeof(content) = 'object'),
  -- Kept, or given back, or erased.
  constraint removals_end_check check (num_nonnulls(content, restored_at, erased_at) = 1)
);
create index removals_person_id_idx on public.removals (person_id, removed_at desc);
create index removals_kept_idx on public.removals (removed_at) where content is not null;

-- No word of what was taken away stays in its place.
alter table public.offers add column removed_at timestamptz,
  add constraint offers_removed_check
    check (removed_at is null or (withdrawn_at is not null and title = 'Offre retirée' and description = '' and questions = '[]'));
alter table public.reviews add column removed_at timestamptz,
  add constraint reviews_removed_check check (removed_at is null or (hidden_at is not null and body = ''));
alter table public.session_messages add column removed_at timestamptz,
  drop constraint session_messages_body_check,
  add constraint session_messages_body_check check (char_length(body) <= 2000 and (body = '') = (removed_at is not null)),
  add constraint session_messages_removed_check check (removed_at is null or hidden_at is not null);

comment on table public.removals is 'What a decision took away: its author reads that it was, and by which decision. The content is kept apart until nobody can appeal any more.';
comment on column public.removals.decision_id is 'The decision.';
comment on column public.removals.person_id is 'Whose it was; null once that account is deleted.';
comment on column public.removals.subject_kind is 'profile (its words), picture, film, offer, review or message.';
comment on column public.removals.subject_id is 'What was taken away: a uuid, or the number of a message. No foreign key: this outlives it.';
comment on column public.removals.removed_at is 'When.';
comment on column public.removals.content is 'What was taken away, as its row had it; files are in the bucket evidence. Null once it was given back or erased. @type Record<string, Json>';
comment on column public.removals.restored_at is 'When an appeal gave it back.';
comment on column public.removals.erased_at is 'When it was erased for good.';
comment on column public.offers.removed_at is 'When the team took it away, with its words (removals). Null: it was not.';
comment on column public.reviews.removed_at is 'When the team took its words away (removals). Null: it was not.';
comment on column public.session_messages.removed_at is 'When the team took its words away (removals). Null: it was not.';
comment on column public.session_messages.hidden_at is 'When the team hid it: nobody but its author reads it any more. Null: it is seen.';
comment on column public.offers.withdrawn_at is 'When the team took it off the page: its streamer can change it and not bring it back. Null: it is theirs.';
comment on column public.moderation_decisions.measure is 'none, warn, hide, remove, no_bookings, no_messages, suspend or close.';
