-- Ran before as 1825a5d8b6323f3846bce610830b3469756368bfd93fd88f5c528e649de57953
-- Served since 0510_links_and_pictures.sql
-- The views come back with more columns, and what holds of the new columns holds of their defaults.
-- Codes that make a session cheaper: a streamer's, or the team's.
create table public.discount_codes (
  id uuid primary key default gen_random_uuid(),
  streamer_id uuid references public.streamers (id) on delete cascade,
  code text not null constraint discount_codes_code_check check (code ~ '^[A-Z0-9]{3,20}$'),
  percent integer constraint discount_codes_percent_check check (percent between 1 and 90),
  amount_cents integer constraint discount_codes_amount_check check (amount_cents between 50 and 500000),
  offer_ids uuid[] constraint discount_codes_offers_check check (cardinality(offer_ids) between 1 and 100),
  first_only boolean not null default false,
  most_uses integer constraint discount_codes_most_uses_check check (most_uses between 1 and 100000),
  most_each integer constraint discount_codes_most_each_check check (most_each between 1 and 100),
  starts_at timestamptz not null,
  ends_at timestamptz,
  stopped_at timestamptz,
  created_at timestamptz not null default now(),
  constraint discount_codes_kind_check check (num_nonnulls(percent, amount_cents) = 1),
  constraint discount_codes_span_check check (ends_at > starts_at),
  -- The offers of many streamers have no list.
  constraint discount_codes_platform_check check (streamer_id is not null or offer_ids is null)
);
-- One word means one thing at a time.
create unique index discount_codes_running_key on public.discount_codes (streamer_id, code) nulls not distinct
  where stopped_at is null;
create index discount_codes_streamer_id_idx on public.discount_codes (streamer_id);

-- What a code took off, frozen with the other terms of the sale. A code may be deleted with its streamer; what it took off stays.
alter table public.bookings
  add column code_id uuid references public.discount_codes (id) on delete set null,
  add column discount_code text,
  add column discount_cents integer not null default 0,
  add column discount_borne_by text,
  add constraint bookings_discount_check check (discount_cents >= 0),
  add constraint bookings_discount_borne_by_check check (discount_borne_by in ('streamer', 'platform')),
  add constraint bookings_discount_whole_check check (
    (discount_code is null) = (discount_cents = 0) and (discount_code is null) = (discount_borne_by is null)
    and (code_id is null or discount_code is not null));
-- These read a booking with the new columns; the rooms' files make them again.
drop view if exists public.booking_details cascade;
-- The uses of a code, of one person too, and its figures.
create index bookings_code_id_idx on public.bookings (code_id, viewer_id);
