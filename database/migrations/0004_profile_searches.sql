-- Names folded for search, one row a profile, kept by a trigger. Folding 10,000 names takes a third of a second, too long
-- for each page of the admin's list. Beside profiles and not in it: a client reads all columns of its profile.
create table private.profile_searches (
  person_id uuid primary key references public.profiles on delete cascade,
  -- 'eloise marchetti', and by last name for sorting.
  names text not null,
  sort_names text not null
);
