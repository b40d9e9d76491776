-- The tables whose changes are told at once to the person who may see the row: screens that show them stay true without a reload.
select realtime.publish_table(name::regclass) from unnest(array[
  'public.bookings', 'public.payments', 'public.payment_orders', 'public.payouts',
  'public.notifications', 'public.offers', 'public.weekly_hours', 'public.absences', 'public.travels',
  'public.calendars', 'public.waiting_list_entries', 'public.session_messages'
]) as name;
-- Their keys say something, and a deletion tells its key to strangers: who read which session, when a streamer is away, who
-- has left.
select realtime.publish_table(name::regclass, deletes => false) from unnest(array[
  'public.message_reads', 'public.date_exceptions', 'public.streamers', 'public.payout_accounts', 'public.platform_settings'
]) as name;
