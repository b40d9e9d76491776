-- What the team's page about the system shows of the processes and of what went wrong in them, orders of payment that somebody closed or
-- sent again, and how well people in a room reach each other.
create table private.processes (
  key text primary key,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  figures jsonb not null
);
comment on table private.processes is 'Each process of the server that runs, or ran within the last day, and how it is; written by itself every ten seconds.';
comment on column private.processes.key is 'Its name for as long as it lives.';
comment on column private.processes.started_at is 'When it began.';
comment on column private.processes.seen_at is 'When it last wrote; a process that is silent for half a minute has died.';
comment on column private.processes.figures is
  'How it was then. @type ProcessFigures of #domain/system/process-figures.ts';

create table private.errors (
  fingerprint text primary key,
  name text not null,
  message text not null,
  place text not null,
  count bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  last_request_id text,
  constraint errors_count_check check (count > 0),
  constraint errors_times_check check (last_at >= first_at)
);
create index errors_last_at_idx on private.errors (last_at);
comment on table private.errors is 'What the server logged as an error, once a kind; forgotten after 30 days without another one.';
comment on column private.errors.fingerprint is 'Of its name, its message without what changes from time to time, and its place.';
comment on column private.errors.name is 'The name or code of the error.';
comment on column private.errors.message is 'Its message without numbers, quoted words, addresses and ids: nothing about a person is kept here.';
comment on column private.errors.place is 'The function of ours in which it began.';
comment on column private.errors.count is 'How often.';
comment on column private.errors.first_at is 'When it was first seen.';
comment on column private.errors.last_at is 'When it was last seen.';
comment on column private.errors.last_request_id is 'The last request that met it, by which the log is searched; null: none did.';

alter table public.payment_orders drop constraint payment_orders_state_check;
alter table public.payment_orders
  add column closed_at timestamptz,
  add column replaced_by uuid references public.payment_orders (id),
  add constraint payment_orders_state_check check (state in ('pending', 'done', 'failed', 'closed')),
  add constraint payment_orders_closed_check check ((state = 'closed') = (closed_at is not null)),
  add constraint payment_orders_replaced_check check (replaced_by is null or state = 'closed');
create unique index payment_orders_replaced_by_idx on public.payment_orders (replaced_by);
create index payment_orders_failed_idx on public.payment_orders (created_at) where state = 'failed';
comment on column public.payment_orders.state is 'pending, done, failed, or closed: failed, and then sent again as another order or settled otherwise.';
comment on column public.payment_orders.closed_at is 'When one of the team closed it.';
comment on column public.payment_orders.replaced_by is 'The order as which it was sent again; null: it was settled otherwise.';

alter table private.admissions
  add column line_quality text,
  add constraint admissions_line_quality_check check (line_quality in ('good', 'fair', 'poor'));
comment on column private.admissions.line_quality is 'good, fair or poor: the worst line of this participant, as their browser last measured it; null: nothing measured.';

create index provider_events_received_at_idx on private.provider_events (received_at);
