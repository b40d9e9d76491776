-- The server's own: commands tell who was let in.
revoke all on private.rooms, private.admissions from public, anon, authenticated, service_role;
