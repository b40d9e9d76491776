-- The server's own: what settlements know of outages.
revoke all on private.server_pulses, private.outages from public, anon, authenticated, service_role;
