-- booking_details says whether alerts of its streamer may tell of it. The rooms' files make it again, and the views that read all of it.
-- Served since 0510_links_and_pictures.sql
drop view if exists public.booking_details cascade;
