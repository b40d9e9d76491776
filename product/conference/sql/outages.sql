comment on table private.server_pulses is 'The last sign of life of any server. One row.';
comment on column private.server_pulses.id is 'Always true: there is one row.';
comment on column private.server_pulses.beat_at is 'The sign of life.';

-- The server's own: what settlements know of outages.
revoke all on private.server_pulses from public, anon, authenticated, service_role;

comment on table private.outages is
  'A time when no server ran: nobody could say then that they were there, so it counts as nobody''s absence.';
comment on column private.outages.id is 'Rises with each outage.';
comment on column private.outages.down_from is 'The last sign of life before it.';
comment on column private.outages.up_at is 'The first after it.';

revoke all on private.outages from public, anon, authenticated, service_role;
