-- The server's own: no client reaches these.
revoke all on private.calendar_feeds, private.sent_reminders, private.command_keys, private.provider_events, private.disputes, private.calendar_entries
  from public, anon, authenticated, service_role;
