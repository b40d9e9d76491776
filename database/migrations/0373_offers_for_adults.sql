-- Offers for adults only, as their streamer says. What is booked already stays.
alter table public.offers add column adults_only boolean not null default false;
