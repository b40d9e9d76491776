-- The reviews on a streamer's page, with the first name and the initial of who wrote them.
create or replace view public.streamer_reviews with (security_barrier) as
select r.id, r.streamer_id, r.rating, r.body, r.created_at, r.answer, r.answered_at, b.title as offer_title,
  private.abbreviated_name(v.first_name, v.last_name) as author_name
from public.reviews r
join public.bookings b on b.id = r.booking_id
left join public.profiles v on v.id = r.viewer_id
where r.hidden_at is null and private.is_visible_streamer(r.streamer_id);

comment on view public.streamer_reviews is 'The reviews on a streamer''s page, with the first name and the initial of who wrote them.';
