-- booking_details, streamer_sessions and income_past check the caller themselves; streamer_reviews and streamer_facts are public, and everybody who is signed
-- in may read the medians.
revoke all on public.booking_details, public.streamer_sessions, public.income_past,
  public.category_medians, public.streamer_reviews, public.streamer_facts from public, anon, authenticated, service_role;
grant select on public.booking_details to authenticated, service_role;
grant select on public.streamer_sessions, public.income_past, public.category_medians to authenticated;
grant select on public.streamer_reviews, public.streamer_facts to anon, authenticated, service_role;
