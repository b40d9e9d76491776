-- An offer that was never open is a draft; one that was and is not any more is closed. Those that are there already were open.
alter table public.offers add column opened_at timestamptz default now();
alter table public.offers alter column opened_at drop default;
