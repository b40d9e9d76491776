-- booking_details and streamer_sessions guard themselves; streamer_reviews is public.
revoke all on public.booking_details, public.streamer_sessions, public.streamer_reviews from public, anon, authenticated, service_role;
grant select on public.booking_details to authenticated, service_role;
grant select on public.streamer_sessions to authenticated;
grant select on public.streamer_reviews to anon, authenticated, service_role;
