-- The server's own: who was let in is told by commands.
revoke all on private.rooms, private.admissions from public, anon, authenticated, service_role;
