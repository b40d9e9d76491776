comment on column public.offers.own_hours is 'Weekly hours of this offer in place of its streamer''s; null: the streamer''s. @type WeeklyRange[] of #product/availability/rules/hours.ts';
comment on column public.offers.questions is 'What is asked of the viewer. @type IntakeQuestion[] of #product/booking/rules/booking.ts';

comment on table public.offers is 'A session that a streamer sells: what, how long, for how much, to how many.';
comment on column public.offers.id is 'The offer.';
comment on column public.offers.streamer_id is 'Whose offer.';
comment on column public.offers.title is 'Its name.';
comment on column public.offers.description is 'What it is, in the streamer''s words.';
comment on column public.offers.category is 'One of public.categories.';
comment on column public.offers.duration_minutes is 'Length of a session, in minutes.';
comment on column public.offers.price_cents is 'Price of a seat, in euro cents; 0: free.';
comment on column public.offers.adults_only is 'Booked only by people who said that they are of age.';
comment on column public.offers.seats is '1 to 12; more than one makes it a group session.';
comment on column public.offers.confirmation is 'instant, or on_request: the streamer accepts or declines.';
comment on column public.offers.policy is 'The policy of cancellation, by its name in product/booking/rules/policies.ts.';
comment on column public.offers.position is 'Order on the page, from 0.';
comment on column public.offers.is_active is 'Can be booked; the streamer''s own switch.';
comment on column public.offers.opened_at is 'When it was first open; null: it is a draft.';
comment on column public.offers.archived_at is 'When it was put away. An offer that was ever booked is not deleted.';
comment on column public.offers.revision is 'Rises with each change of what a viewer agrees to. A hold on an older revision is refused.';
comment on column public.offers.created_at is 'When it was made.';
comment on column public.offers.updated_at is 'Last change; kept by a trigger.';

comment on column public.offers.step_minutes is 'Starts lie so many minutes apart, from where hours begin; null: as long as a session.';
comment on column public.offers.buffer_before_minutes is 'Minutes kept free before each of its sessions; null: as the streamer says.';
comment on column public.offers.buffer_after_minutes is 'Minutes kept free after each of its sessions; null: as the streamer says.';
comment on column public.offers.notice_minutes is 'Nobody books it sooner than so many minutes ahead; null: as the streamer says.';

-- Everybody reads the active offers of a visible streamer; the streamer reads all of theirs. Offers
-- are archived, never deleted, because bookings refer to them. One that the team hid can be changed
-- and, by a constraint, not brought back; one that it took away cannot be changed.
alter table public.offers enable row level security;
revoke all on public.offers from public, anon, authenticated, service_role;
grant select (id, streamer_id, title, description, category, duration_minutes, price_cents, seats, confirmation, policy,
  questions, position, is_active, archived_at, revision, created_at, updated_at, step_minutes, buffer_before_minutes,
  buffer_after_minutes, notice_minutes, own_hours, withdrawn_at, opened_at, adults_only) on public.offers to anon, authenticated;
grant select (removed_at) on public.offers to authenticated;
grant insert (streamer_id, title, description, category, duration_minutes, price_cents, seats, confirmation, policy,
  questions, position, is_active, step_minutes, buffer_before_minutes, buffer_after_minutes, notice_minutes, own_hours, adults_only) on public.offers to authenticated;
grant update (title, description, category, duration_minutes, price_cents, seats, confirmation, policy, questions, position,
  is_active, archived_at, step_minutes, buffer_before_minutes, buffer_after_minutes, notice_minutes, own_hours, adults_only) on public.offers to authenticated;
grant select, insert, update, delete on public.offers to service_role;

drop policy if exists offers_read_visible on public.offers;
create policy offers_read_visible on public.offers for select to anon, authenticated
using (is_active and archived_at is null and private.is_visible_streamer(streamer_id));

drop policy if exists offers_read_own on public.offers;
create policy offers_read_own on public.offers for select to authenticated
using (streamer_id = (select auth.uid()) or (select private.is_admin()));

drop policy if exists offers_insert_own on public.offers;
create policy offers_insert_own on public.offers for insert to authenticated
with check (streamer_id = (select auth.uid()));

drop policy if exists offers_update_own on public.offers;
create policy offers_update_own on public.offers for update to authenticated
using (streamer_id = (select auth.uid()) and removed_at is null) with check (streamer_id = (select auth.uid()));

-- Changes are sent at once to the people who may see the row, so that open pages stay true without
-- a reload. Deletions are not: whom row-level security would let see it cannot be asked of a row
-- that is gone, and strangers would learn that it was there.
select realtime.publish_table('public.offers', deletes => false);

create or replace trigger take_category before insert or update of category on public.offers
for each row execute function private.take_category();
comment on trigger take_category on public.offers is 'A category that was merged is named no more, and a retired one gets no new offer.';

create or replace trigger mark_free_times_insert after insert on public.offers
referencing new table as changed for each statement execute function private.mark_free_times('streamer_id');
comment on trigger mark_free_times_insert on public.offers is 'What changes when a streamer is free marks them to be computed again.';
create or replace trigger mark_free_times_update after update on public.offers
referencing new table as changed for each statement execute function private.mark_free_times('streamer_id');
comment on trigger mark_free_times_update on public.offers is 'What changes when a streamer is free marks them to be computed again.';
create or replace trigger mark_free_times_delete after delete on public.offers
referencing old table as changed for each statement execute function private.mark_free_times('streamer_id');
comment on trigger mark_free_times_delete on public.offers is 'What changes when a streamer is free marks them to be computed again.';

-- The first moment at which an offer is open is written down, by whatever way it is opened: until
-- then it is a draft.
create or replace function private.note_opening() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.is_active and new.opened_at is null then new.opened_at := now(); end if;
  return new;
end
$$;
revoke execute on function private.note_opening() from public;
comment on function private.note_opening() is 'Writes down when an offer was first open.';

create or replace trigger note_opening before insert or update of is_active on public.offers
for each row execute function private.note_opening();
comment on trigger note_opening on public.offers is 'An offer that was open is no draft any more.';

create or replace trigger note_text after insert on public.offers
for each row execute function private.note_text('offer');
create or replace trigger note_changed_text after update of title, description on public.offers
for each row when ((old.title, old.description) is distinct from (new.title, new.description))
execute function private.note_text('offer');
comment on trigger note_text on public.offers is 'Each offer is read by the rules of signals.';
comment on trigger note_changed_text on public.offers is 'An offer that changes is read again.';

-- An offer's revision rises when what a viewer agrees to changes, no matter who changes it.
create or replace function private.revise_offer() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  new.revision := old.revision + case when
    (new.title, new.duration_minutes, new.price_cents, new.seats, new.confirmation, new.policy, new.questions)
    is distinct from
    (old.title, old.duration_minutes, old.price_cents, old.seats, old.confirmation, old.policy, old.questions)
    then 1 else 0 end;
  return new;
end
$$;
revoke execute on function private.revise_offer() from public;

create or replace trigger revise_offer before update on public.offers
for each row execute function private.revise_offer();
comment on trigger revise_offer on public.offers is 'The revision rises with what a viewer agrees to.';

comment on function private.revise_offer() is 'Raises an offer''s revision when what a viewer agrees to changes.';

create or replace trigger keep_streamer_search
after insert or update of title, category, is_active, archived_at on public.offers
for each row execute function private.keep_streamer_search();
comment on trigger keep_streamer_search on public.offers is 'The search follows the page, its offers and its channels.';
