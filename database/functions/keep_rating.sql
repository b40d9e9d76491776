-- A streamer's rating is computed from the reviews that are not hidden.
create or replace function private.keep_rating() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.streamers s set (rating_average, rating_count) = (
    select round(avg(r.rating), 2), count(*) from public.reviews r where r.streamer_id = s.id and r.hidden_at is null)
  where s.id in (
    case when tg_op <> 'INSERT' then old.streamer_id end,
    case when tg_op <> 'DELETE' then new.streamer_id end);
  return null;
end
$$;
revoke execute on function private.keep_rating() from public;

create or replace trigger keep_rating after insert or delete or update of rating, hidden_at, streamer_id on public.reviews
for each row execute function private.keep_rating();

comment on function private.keep_rating() is 'Keeps a streamer''s rating in step with the reviews that can be seen.';
