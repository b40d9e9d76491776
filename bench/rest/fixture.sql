-- Two tables like a marketplace's, behind row-level security as every table is.
create table public.bench_streamers (
  id int primary key, name text not null, bio text not null, created_at timestamptz not null default now());
create table public.bench_offers (
  id int primary key, title text not null, description text not null, price_cents int not null, visible boolean not null,
  streamer_id int not null references public.bench_streamers, created_at timestamptz not null);
insert into public.bench_streamers select n, 'streamer ' || n, repeat('x', 100) from generate_series(1, 1000) n;
insert into public.bench_offers
select n, 'offre ' || n, repeat('y', 200), 1000 + n % 9000, n % 50 <> 0, 1 + n % 1000, now() - n * interval '1 minute'
from generate_series(1, 50000) n;
create index on public.bench_offers (created_at desc);
create index on public.bench_offers (streamer_id);
alter table public.bench_streamers enable row level security;
alter table public.bench_offers enable row level security;
create policy bench_streamers_read on public.bench_streamers for select to authenticated using (true);
create policy bench_offers_read on public.bench_offers for select to authenticated using (visible);
grant select on public.bench_streamers, public.bench_offers to authenticated;
analyze public.bench_streamers, public.bench_offers;
