-- Scenarios of the revenue simulator that somebody keeps, to set side by side. The place bounds their number whatever arrives at once.
create table public.income_scenarios (
  person_id uuid not null references public.profiles on delete cascade,
  place smallint not null,
  name text not null,
  address text not null,
  created_at timestamptz not null default now(),
  primary key (person_id, place),
  constraint income_scenarios_place_check check (place between 1 and 6),
  constraint income_scenarios_name_check check (char_length(btrim(name)) between 1 and 40),
  constraint income_scenarios_address_check check (char_length(address) <= 400 and address ~ '^[a-z0-9_=&.]*$')
);
