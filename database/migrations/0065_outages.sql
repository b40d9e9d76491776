-- When no server ran: nobody could say then that they were there.

-- The last sign of life of any server: one row.
create table private.server_pulses (
  id boolean primary key default true,
  beat_at timestamptz,
  constraint server_pulses_one_row_check check (id)
);
insert into private.server_pulses default values;

create table private.outages (
  id bigint generated always as identity primary key,
  -- The last sign of life before it, and the first after it.
  down_from timestamptz not null,
  up_at timestamptz not null,
  constraint outages_order_check check (up_at > down_from)
);
create index outages_up_at_idx on private.outages (up_at);
