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
create or replace trigger keep_rating_insert after insert on public.reviews
referencing new table as added for each statement execute function private.keep_rating();
comment on trigger keep_rating_insert on public.reviews is 'The rating follows the reviews.';

comment on function private.keep_rating() is 'Keeps a streamer''s rating in step with the reviews that can be seen.';
