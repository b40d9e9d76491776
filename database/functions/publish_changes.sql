-- The tables whose changes are sent at once to the people who may see the row, so that open pages stay true without a reload.
select realtime.publish_table(name::regclass) from unnest(array[
  'public.bookings', 'public.payments', 'public.payment_orders', 'public.payouts',
  'public.notifications', 'public.offers', 'public.weekly_hours', 'public.absences', 'public.travels',
  'public.calendars', 'public.waiting_list_entries', 'public.session_messages'
]) as name;
-- Deletions of these tables are not sent: a deletion sends its key to everybody, and these keys say something, such as who read which
-- session, when a streamer is away, or who has left.
select realtime.publish_table(name::regclass, deletes => false) from unnest(array[
  'public.message_reads', 'public.date_exceptions', 'public.streamers', 'public.payout_accounts', 'public.platform_settings',
  'public.support_threads', 'public.support_messages', 'public.support_notes', 'public.streamer_channels'
]) as name;
