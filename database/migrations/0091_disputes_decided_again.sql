-- A provider may change its mind about a dispute: its last word counts, by its own clock, and the books turn with it.
alter table private.disputes
  add column decided_at timestamptz,
  add column turns integer not null default 0;
update private.disputes set decided_at = coalesce(ended_at, created_at) where outcome is not null;
alter table private.disputes
  add constraint disputes_decided_check check ((outcome is null) = (decided_at is null)),
  add constraint disputes_turns_check check (turns >= 0);
comment on column private.disputes.decided_at is 'When the provider said this outcome last, by its own clock; an older word changes nothing.';
comment on column private.disputes.turns is 'How often the books had to follow another outcome than the one they had.';
