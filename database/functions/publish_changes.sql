-- The tables whose changes are told at once to the person who may see the row: screens that show them stay true without a reload.
select realtime.publish_table(name::regclass) from unnest(array[
  'public.bookings', 'public.payments', 'public.payment_orders', 'public.payouts', 'public.payout_accounts',
  'public.notifications', 'public.streamers', 'public.offers', 'public.weekly_hours', 'public.date_exceptions',
  'public.calendars', 'public.waiting_list_entries', 'public.platform_settings',
  'public.session_messages', 'public.message_reads'
]) as name;
