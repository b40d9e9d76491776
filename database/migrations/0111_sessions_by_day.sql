-- Who came in some days: read from the index alone, without the sessions of the other years (docs/decisions/0131).
create index bookings_completed_start_idx on public.bookings (streamer_id, start_at) include (viewer_id, offer_id, streamer_zone)
  where status = 'completed';
