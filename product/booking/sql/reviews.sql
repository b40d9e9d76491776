comment on table public.reviews is 'The viewer''s review of a completed session, and the streamer''s answer.';
comment on column public.reviews.id is 'The review.';
comment on column public.reviews.booking_id is 'The session''s booking; one review each.';
comment on column public.reviews.streamer_id is 'Whom it is about; null once that account is deleted.';
comment on column public.reviews.viewer_id is 'Who wrote it; null once that account is deleted.';
comment on column public.reviews.rating is '1 to 5.';
comment on column public.reviews.body is 'The text; may be empty.';
comment on column public.reviews.created_at is 'When it was written.';
comment on column public.reviews.answer is 'The streamer''s one answer; null: none.';
comment on column public.reviews.answered_at is 'When they answered.';
comment on column public.reviews.hidden_at is 'When an admin hid it; null: it is shown.';

-- The public reads reviews through streamer_reviews; this table lets people read the reviews they
-- wrote and those about themselves, unless the team hid them. Written by commands.
alter table public.reviews enable row level security;
revoke all on public.reviews from public, anon, authenticated, service_role;
grant select (id, booking_id, streamer_id, viewer_id, rating, body, created_at, answer, answered_at, hidden_at, removed_at)
  on public.reviews to authenticated;
grant select, insert, update on public.reviews to service_role;

drop policy if exists reviews_read_own on public.reviews;
create policy reviews_read_own on public.reviews for select to authenticated
using (viewer_id = (select auth.uid()) or (streamer_id = (select auth.uid()) and hidden_at is null) or (select private.is_admin()));

-- A streamer's rating is computed from the reviews that are not hidden.
create or replace function private.keep_rating() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Rows that come together are added up once for each streamer.
  if tg_level = 'STATEMENT' then
    update public.streamers s set (rating_average, rating_count) = (
      select round(avg(r.rating), 2), count(*) from public.reviews r where r.streamer_id = s.id and r.hidden_at is null)
    where s.id in (select a.streamer_id from added a);
    return null;
  end if;
  update public.streamers s set (rating_average, rating_count) = (
    select round(avg(r.rating), 2), count(*) from public.reviews r where r.streamer_id = s.id and r.hidden_at is null)
  where s.id in (
    old.streamer_id,
    case when tg_op <> 'DELETE' then new.streamer_id end);
  return null;
end
$$;
revoke execute on function private.keep_rating() from public;

create or replace trigger keep_rating after delete or update of rating, hidden_at, streamer_id on public.reviews
for each row execute function private.keep_rating();
comment on trigger keep_rating on public.reviews is 'The rating follows the reviews.';
create or replace trigger keep_rating_insert after insert on public.reviews
referencing new table as added for each statement execute function private.keep_rating();
comment on trigger keep_rating_insert on public.reviews is 'The rating follows the reviews.';

comment on function private.keep_rating() is 'Keeps a streamer''s rating in step with the reviews that can be seen.';

create or replace trigger mark_statistics after insert or update of rating, hidden_at or delete on public.reviews
  for each row execute function private.mark_statistics_of_review();
comment on trigger mark_statistics on public.reviews is 'A rating marks its session''s day to be added up again.';

-- The reviews on a streamer's page, with the first name and the initial of who wrote them.
create or replace view public.streamer_reviews with (security_barrier) as
select r.id, r.streamer_id, r.rating, r.body, r.created_at, r.answer, r.answered_at, b.title as offer_title,
  private.abbreviated_name(v.first_name, v.last_name) as author_name
from public.reviews r
join public.bookings b on b.id = r.booking_id
left join public.profiles v on v.id = r.viewer_id
where r.hidden_at is null and private.is_visible_streamer(r.streamer_id);

comment on view public.streamer_reviews is 'The reviews on a streamer''s page, with the first name and the initial of who wrote them.';

revoke all on public.streamer_reviews from public, anon, authenticated, service_role;
grant select on public.streamer_reviews to anon, authenticated, service_role;
