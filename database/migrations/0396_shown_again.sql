-- What was hidden and has been put right is shown again, which says nothing against the decision.
alter table public.moderation_decisions add column shown_again_at timestamptz,
  add constraint moderation_decisions_shown_again_check check (shown_again_at is null or measure = 'hide');
comment on column public.moderation_decisions.shown_again_at is 'When the team showed again what it had hidden, since it had been put right. Null: it did not.';
