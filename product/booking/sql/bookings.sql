-- A seat of a session, from the hold to the settlement (product/booking/rules).

comment on table public.bookings is
  'A seat of a session. The status is changed by product/booking/rules/transition.ts alone; the constraints repeat what concurrency could break.';
comment on column public.bookings.id is 'The booking.';
comment on column public.bookings.session_id is 'The session and its room: the bookings of one group session share it.';
comment on column public.bookings.seat is 'Number of the seat within the session, from 1.';
comment on column public.bookings.streamer_id is 'Null once that account is deleted.';
comment on column public.bookings.viewer_id is 'Null once that account is deleted.';
comment on column public.bookings.offer_id is 'Null once the offer is deleted.';
comment on column public.bookings.title is 'Of the offer, frozen when the slot was taken.';
comment on column public.bookings.category is 'Of the offer, frozen; a merge of categories changes it.';
comment on column public.bookings.seats is 'Of the offer, frozen; a merge of categories changes it.';
comment on column public.bookings.confirmation is 'instant or on_request, frozen.';
comment on column public.bookings.price_cents is 'What the viewer pays in all, in euro cents; grows with paid extensions.';
comment on column public.bookings.fee_basis_points is 'The platform''s share, in hundredths of a percent, frozen.';
comment on column public.bookings.code_id is 'The code that its price was lowered by; null: none, or it is gone.';
comment on column public.bookings.discount_code is 'The code as it was typed; null: none.';
comment on column public.bookings.discount_cents is 'What it took off, in euro cents; price_cents is what is left.';
comment on column public.bookings.discount_borne_by is 'Who gets less by it: streamer, or platform; null: no code.';
comment on column public.bookings.settings_version is 'The version of platform_settings that was in force.';
comment on column public.bookings.viewer_zone is 'IANA zone of the viewer when they booked.';
comment on column public.bookings.streamer_zone is 'IANA zone of the streamer then.';
comment on column public.bookings.buffer_before_minutes is 'Minutes kept free before it, frozen.';
comment on column public.bookings.buffer_after_minutes is 'Minutes kept free after it, frozen.';
comment on column public.bookings.duration_minutes is 'Length in minutes; grows with extensions.';
comment on column public.bookings.start_at is 'When it begins; changed by a new agreement alone.';
comment on column public.bookings.end_at is 'start_at and the duration. Kept by a trigger.';
comment on column public.bookings.blocks_from is 'start_at less the buffer before. Kept by a trigger.';
comment on column public.bookings.blocks_until is 'end_at and the buffer after. Kept by a trigger.';
comment on column public.bookings.agreed_start_at is 'The start that was agreed on first; the limit for moving a booking is measured from it.';
comment on column public.bookings.reschedules is 'How often the viewer has moved it.';
comment on column public.bookings.revision is 'Rises with each transition.';
comment on column public.bookings.status is 'held, requested, confirmed, in_progress, completed, expired, declined, cancelled_by_viewer, cancelled_by_streamer, cancelled_by_admin, viewer_no_show or streamer_no_show.';
comment on column public.bookings.held_at is 'When the slot was taken.';
comment on column public.bookings.paying is 'The provider''s page is open for it.';
comment on column public.bookings.extended is 'The hold was prolonged once.';
comment on column public.bookings.confirmed_at is 'When it was agreed on; null before.';
comment on column public.bookings.answer_by is 'Until when the streamer may answer a request.';
comment on column public.bookings.proposed_start_at is 'Another start that the streamer proposes; null: none.';
comment on column public.bookings.proposal_answer_by is 'Until when the viewer may answer it.';
comment on column public.bookings.proposal_note is 'The streamer''s words with it.';
comment on column public.bookings.ended_at is 'When it ended, in whatever way.';
comment on column public.bookings.cause is 'Of expired and declined ones: why.';
comment on column public.bookings.refund_cents is 'What the viewer gets back by the terms, in euro cents; of cancelled and settled ones. Read it by private.refund_of, since the team may have decided otherwise.';
comment on column public.bookings.delivered_minutes is 'Minutes that both were there; of settled ones.';
comment on column public.bookings.reason is 'In the words of the person who declined or cancelled.';
comment on column public.bookings.due_event is 'What time does to it next; null: nothing. @type "expire" | "lapse_proposal" | "begin" | "settle"';
comment on column public.bookings.due_at is 'When.';
comment on column public.bookings.created_at is 'When the row was made.';
comment on column public.bookings.updated_at is 'Last change; kept by a trigger.';

comment on column public.bookings.answers is 'Answers to the intake questions: id of the question -> text. @type Record<string, string>';
comment on column public.bookings.policy is 'The policy of cancellation, frozen when the place was taken. @type PolicySnapshot of #product/booking/rules/policies.ts';
comment on column public.bookings.questions is 'The intake questions, frozen when the place was taken. @type IntakeQuestion[] of #product/booking/rules/booking.ts';

comment on column public.bookings.source is
  'From where its viewer came: direct, search, shared, twitch or other; null when they do not want to be counted, or it was booked before that was kept.';

-- Its two people and admins read a booking. Nobody writes one but the commands. The answers are
-- read in booking_details, which shows them to fewer: the grant of a column cannot tell the roles
-- within the team apart.
alter table public.bookings enable row level security;
revoke all on public.bookings from public, anon, authenticated, service_role;
grant select (id, session_id, seat, seats, streamer_id, viewer_id, offer_id, title, category, confirmation, price_cents,
  fee_basis_points, settings_version, policy, questions, viewer_zone, streamer_zone, buffer_before_minutes,
  buffer_after_minutes, duration_minutes, start_at, end_at, agreed_start_at, reschedules, revision, status, held_at, paying,
  extended, confirmed_at, answer_by, proposed_start_at, proposal_answer_by, proposal_note, ended_at, cause, refund_cents,
  delivered_minutes, reason, created_at, updated_at, discount_code, discount_cents, discount_borne_by) on public.bookings to authenticated;
grant select, insert, update on public.bookings to service_role;

drop policy if exists bookings_read_own on public.bookings;
create policy bookings_read_own on public.bookings for select to authenticated
using (viewer_id = (select auth.uid()) or streamer_id = (select auth.uid()) or (select private.is_admin()));

-- Changes are sent at once to the people who may see the row, so that open pages stay true without
-- a reload. Deletions are not: whom row-level security would let see it cannot be asked of a row
-- that is gone, and strangers would learn that it was there.
select realtime.publish_table('public.bookings', deletes => false);

comment on table private.sent_reminders is 'A reminder that was sent for a start; a moved booking is reminded again.';
comment on column private.sent_reminders.booking_id is 'The booking.';
comment on column private.sent_reminders.start_at is 'The start of which it reminded.';
comment on column private.sent_reminders.minutes_before is 'Which reminder: so many minutes before the start.';
comment on column private.sent_reminders.sent_at is 'When.';

revoke all on private.sent_reminders from public, anon, authenticated, service_role;

revoke all on private.calendar_entries from public, anon, authenticated, service_role;

create or replace trigger take_category before insert or update of category on public.bookings
for each row execute function private.take_category();
comment on trigger take_category on public.bookings is 'A category that was merged is named no more, and a retired one gets no new offer.';

create or replace trigger keep_person_times_insert after insert on public.bookings
for each row when (new.status in ('held', 'requested', 'confirmed', 'in_progress')) execute function private.keep_person_times();

create or replace trigger keep_person_times_update after update on public.bookings
for each row when ((old.status, old.streamer_id, old.viewer_id, old.session_id, old.start_at, old.blocks_from, old.blocks_until, old.proposed_start_at)
  is distinct from (new.status, new.streamer_id, new.viewer_id, new.session_id, new.start_at, new.blocks_from, new.blocks_until, new.proposed_start_at))
execute function private.keep_person_times();
comment on trigger keep_person_times_insert on public.bookings is 'A booking takes its time of both people.';
comment on trigger keep_person_times_update on public.bookings is 'A booking that moves, ends, or is proposed another start takes other time.';

create or replace trigger mark_free_times_insert after insert on public.bookings
referencing new table as changed for each statement execute function private.mark_free_times('streamer_id', 'viewer_id');
comment on trigger mark_free_times_insert on public.bookings is 'What changes when a streamer is free marks them to be computed again.';
create or replace trigger mark_free_times_update after update on public.bookings
referencing new table as changed for each statement execute function private.mark_free_times('streamer_id', 'viewer_id');
comment on trigger mark_free_times_update on public.bookings is 'What changes when a streamer is free marks them to be computed again.';
create or replace trigger mark_free_times_delete after delete on public.bookings
referencing old table as changed for each statement execute function private.mark_free_times('streamer_id', 'viewer_id');
comment on trigger mark_free_times_delete on public.bookings is 'What changes when a streamer is free marks them to be computed again.';

create or replace trigger mark_platform_insert after insert on public.bookings
  for each row execute function private.mark_platform_of_booking();
comment on trigger mark_platform_insert on public.bookings is 'The days of the session and the hold are added up again over the platform.';
create or replace trigger mark_platform_update
  after update of streamer_id, viewer_id, streamer_zone, viewer_zone, category, held_at, source, session_id, start_at, status, cause, confirmed_at on public.bookings
  for each row execute function private.mark_platform_of_booking();
comment on trigger mark_platform_update on public.bookings is 'The days of the session and the hold are added up again over the platform.';
create or replace trigger mark_platform_delete after delete on public.bookings
  for each row execute function private.mark_platform_of_booking();
comment on trigger mark_platform_delete on public.bookings is 'The days of the session and the hold are added up again over the platform.';

create or replace trigger mark_statistics_insert after insert on public.bookings
  for each row execute function private.mark_statistics_of_booking();
comment on trigger mark_statistics_insert on public.bookings is 'What changes the sums of a day marks it to be added up again.';
create or replace trigger mark_statistics_update
  after update of streamer_id, viewer_id, streamer_zone, offer_id, held_at, source, session_id, start_at, duration_minutes, status, confirmed_at, revision on public.bookings
  for each row execute function private.mark_statistics_of_booking();
comment on trigger mark_statistics_update on public.bookings is 'What changes the sums of a day marks it to be added up again.';
create or replace trigger mark_statistics_delete after delete on public.bookings
  for each row execute function private.mark_statistics_of_booking();
comment on trigger mark_statistics_delete on public.bookings is 'What changes the sums of a day marks it to be added up again.';

-- Computes what follows from a booking's start: its end, and the stretch that it takes from the
-- streamer. These are columns and not expressions, because an exclusion constraint needs immutable
-- expressions, and Postgres does not consider adding minutes to an instant immutable.
create or replace function private.place_booking() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.end_at := new.start_at + new.duration_minutes * interval '1 minute';
  new.blocks_from := new.start_at - new.buffer_before_minutes * interval '1 minute';
  new.blocks_until := new.end_at + new.buffer_after_minutes * interval '1 minute';
  return new;
end
$$;
revoke execute on function private.place_booking() from public;

create or replace trigger place_booking
before insert or update of start_at, end_at, blocks_from, blocks_until, duration_minutes, buffer_before_minutes, buffer_after_minutes
on public.bookings for each row execute function private.place_booking();
comment on trigger place_booking on public.bookings is 'End and blocked stretch follow the start.';

comment on function private.place_booking() is 'Computes a booking''s end and the stretch that it takes from the streamer.';

create or replace trigger refuse_minor_place before insert on public.bookings
for each row when (new.offer_id is not null and new.viewer_id is not null) execute function private.refuse_minor_place();
comment on trigger refuse_minor_place on public.bookings is 'Places of offers for adults go to adults.';

create or replace trigger touch_updated_at before update on public.bookings
for each row execute function private.touch_updated_at();
comment on trigger touch_updated_at on public.bookings is 'updated_at follows every change.';

-- A booking as its two people and admins see it: with names, pictures and what became of the money.
-- It reads with its owner's rights, since nobody may read other people's profiles; each person
-- finds their own bookings and nothing else. A streamer sees a viewer's first name and initial
-- only. What a viewer answered before a session is between the two of them, and of the team for
-- those who help or moderate, as the files that came with it are.
create or replace view public.booking_details with (security_barrier) as
select
  b.id, b.session_id, b.seat, b.seats, b.streamer_id, b.viewer_id, b.offer_id, b.title, b.category, b.confirmation,
  b.price_cents, b.fee_basis_points, b.settings_version, b.policy, b.questions,
  case when b.viewer_id = (select auth.uid()) or b.streamer_id = (select auth.uid())
    or (select private.is_of_team('{support,moderation}')) or current_user = 'service_role' then b.answers else '{}' end as answers,
  b.viewer_zone, b.streamer_zone,
  b.duration_minutes, b.start_at, b.end_at, b.agreed_start_at, b.reschedules, b.revision, b.status, b.held_at, b.paying,
  b.extended, b.confirmed_at, b.answer_by, b.proposed_start_at, b.proposal_answer_by, b.proposal_note, b.ended_at, b.cause,
  private.refund_of(b.id, b.refund_cents) as refund_cents,
  b.delivered_minutes, b.reason, b.created_at, b.updated_at, b.discount_code, b.discount_cents, b.discount_borne_by,
  s.display_name as streamer_name,
  s.handle as streamer_handle,
  s.avatar_url as streamer_avatar_url,
  private.abbreviated_name(v.first_name, v.last_name) as viewer_name,
  v.avatar_url as viewer_avatar_url,
  p.id as payment_id,
  p.state as payment_state,
  coalesce(m.captured_cents, 0)::int as captured_cents,
  coalesce(m.refunded_cents, 0)::int as refunded_cents,
  case when r.hidden_at is null or b.viewer_id = (select auth.uid()) or (select private.is_admin()) or current_user = 'service_role' then r.rating end
    as review_rating,
  -- Their alerts tell of the place: the viewer says beforehand whether they may say of whom.
  exists (select from private.stream_kits k where k.streamer_id = b.streamer_id and k.token_hash is not null) as has_overlay
from public.bookings b
left join public.streamers s on s.id = b.streamer_id
left join public.profiles v on v.id = b.viewer_id
left join lateral (
  select * from public.payments p where p.booking_id = b.id and p.kind = 'booking'
  order by p.created_at desc, p.id limit 1
) p on true
left join lateral (
  -- Summed over all its payments, because each extension has a payment of its own.
  select sum(all_paid.captured_cents) as captured_cents, sum(all_paid.refunded_cents) as refunded_cents
  from public.payments all_paid where all_paid.booking_id = b.id
) m on true
left join public.reviews r on r.booking_id = b.id
where b.viewer_id = (select auth.uid()) or b.streamer_id = (select auth.uid())
  or (select private.is_admin()) or current_user = 'service_role';

comment on view public.booking_details is 'A booking as its two people and admins see it: with names, pictures and what became of the money.';

-- booking_details, streamer_sessions and income_past check the caller themselves; streamer_reviews
-- and streamer_facts are public, and everybody who is signed in may read the medians.
revoke all on public.booking_details from public, anon, authenticated, service_role;
grant select on public.booking_details to authenticated, service_role;

-- A streamer's sessions, one row each: the seats of a group are one session to them. Holds that
-- nobody paid for are left out. It reads with its owner's rights, as booking_details does, and each
-- streamer finds their own sessions and nothing else.
create or replace view public.streamer_sessions with (security_barrier) as
select
  b.session_id,
  b.streamer_id,
  (array_agg(b.offer_id order by b.start_at, b.id))[1] as offer_id,
  min(b.start_at) as start_at,
  case
    when bool_or(b.status in ('requested', 'confirmed', 'in_progress')) then 'coming'
    when bool_or(b.status in ('completed', 'viewer_no_show', 'streamer_no_show')) then 'past'
    else 'cancelled'
  end as phase,
  private.search_text(concat_ws(' ', min(b.title), string_agg(private.abbreviated_name(v.first_name, v.last_name), ' '),
    string_agg('billet ' || left(b.id::text, 8), ' '))) as search
from public.bookings b
left join public.profiles v on v.id = b.viewer_id
where b.streamer_id = (select auth.uid()) and b.status <> 'held'
  and (b.cause is null or b.cause not in ('hold_lapsed', 'hold_released'))
group by b.session_id, b.streamer_id;

comment on view public.streamer_sessions is 'A streamer''s own sessions, a row each: the seats of a group are one.';
comment on column public.streamer_sessions.phase is 'coming while a seat is asked for or agreed, past once one was held, else cancelled. @type ''coming'' | ''past'' | ''cancelled''';

revoke all on public.streamer_sessions from public, anon, authenticated, service_role;
grant select on public.streamer_sessions to authenticated;

-- Bookings as the admin page searches them: with both people's names and addresses. Guarded as
-- admin_people is.
create or replace view public.admin_sessions with (security_barrier) as
select
  b.*,
  vu.email as viewer_email,
  su.email as streamer_email,
  private.search_text(concat_ws(' ', b.title, b.viewer_name, b.streamer_name, b.streamer_handle, vu.email, su.email, left(b.id::text, 8)))
    as search
from public.booking_details b
left join auth.users vu on vu.id = b.viewer_id
left join auth.users su on su.id = b.streamer_id
where (select private.is_admin()) or current_user = 'service_role';

comment on view public.admin_sessions is 'Bookings with both people''s names and addresses, for the admin.';

revoke all on public.admin_sessions from public, anon, authenticated, service_role;
grant select on public.admin_sessions to authenticated, service_role;

-- Sessions as the team lists them: one row for each, that of the place which is opened first (one
-- that goes on, else one that took place), with what all its places add up to. A place that was
-- declined, cancelled or never paid is no place of the session: its seat may have been taken again.
-- It reads admin_sessions, and so is empty for anybody who may not read that.
create or replace view public.admin_session_rows with (security_barrier) as
select
  s.id, s.session_id, s.start_at, s.streamer_id, s.streamer_name, s.viewer_name, s.title, s.status, s.seats,
  (select count(*)::int from public.bookings o where o.session_id = s.session_id
    and o.status in ('held', 'requested', 'confirmed', 'in_progress', 'completed', 'viewer_no_show', 'streamer_no_show')) as places,
  case s.seats when 1 then s.price_cents else (select sum(o.price_cents)::int from public.bookings o where o.session_id = s.session_id
    and o.status in ('held', 'requested', 'confirmed', 'in_progress', 'completed', 'viewer_no_show', 'streamer_no_show')) end as price_cents,
  concat_ws(' ', s.search, (select string_agg(o.search, ' ') from public.admin_sessions o
    where s.seats > 1 and o.session_id = s.session_id and o.id <> s.id)) as search,
  case s.seats when 1 then array[s.status] else (select array_agg(distinct o.status) from public.bookings o
    where o.session_id = s.session_id) end as statuses,
  -- As product/shared/money/price.ts has it, place by place.
  case s.seats when 1 then s.price_cents - round(s.price_cents * s.fee_basis_points / 10000.0)::int
    else (select sum(o.price_cents - round(o.price_cents * o.fee_basis_points / 10000.0)::int)::int from public.bookings o
      where o.session_id = s.session_id
        and o.status in ('held', 'requested', 'confirmed', 'in_progress', 'completed', 'viewer_no_show', 'streamer_no_show')) end as share_cents,
  -- Whose places they are, whatever became of them: for the sessions of one person.
  case s.seats when 1 then array[s.viewer_id] else (select array_agg(distinct o.viewer_id) from public.bookings o
    where o.session_id = s.session_id) end as viewer_ids
from public.admin_sessions s
where s.seats = 1 or s.id = (
  select o.id from public.bookings o where o.session_id = s.session_id
  order by array_position(array['in_progress', 'confirmed', 'requested', 'held', 'completed', 'viewer_no_show', 'streamer_no_show',
    'cancelled_by_viewer', 'cancelled_by_streamer', 'cancelled_by_admin', 'declined', 'expired'], o.status), o.seat, o.id limit 1);

comment on view public.admin_session_rows is 'Sessions with what their places add up to, for the team.';

revoke all on public.admin_session_rows from public, anon, authenticated, service_role;
grant select on public.admin_session_rows to authenticated, service_role;
