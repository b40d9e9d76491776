-- Ages. Of a minor the date of birth, so that it ends by itself; of everybody else only that they said they were of age. Who was here before is asked.
create table public.ages (
  person_id uuid primary key references public.profiles on delete cascade,
  birth_date date,
  declared_at timestamptz not null,
  -- From 15 years (RGPD article 8) to 18, in Paris on the day of the declaration. `date - interval` ends on 28 February where there is no 29th, so
  -- that who was born on the 29th completes a year on 1 March.
  constraint ages_birth_date_check check (birth_date is null or (
    birth_date <= (declared_at at time zone 'Europe/Paris')::date - interval '15 years'
    and birth_date > (declared_at at time zone 'Europe/Paris')::date - interval '18 years'))
);
create index ages_birth_date_idx on public.ages (birth_date) where birth_date is not null;
