-- The server's own: a person sees their sessions and recent events through commands, and the secret of a mail reaches its reader alone.
revoke all on private.known_devices, private.sign_in_alerts from public, anon, authenticated, service_role;
