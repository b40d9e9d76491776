-- How one of the team looks at a list, kept under a name: what the page's address says, filters, order and columns.

create table public.list_views (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null default auth.uid() references public.profiles on delete cascade,
  list text not null,
  name text not null,
  address text not null,
  created_at timestamptz not null default now(),
  constraint list_views_name_key unique (person_id, list, name),
  constraint list_views_list_check check (list ~ '^[a-z-]{1,40}$'),
  constraint list_views_name_check check (char_length(trim(name)) between 1 and 60),
  constraint list_views_address_check check (char_length(address) <= 1000)
);

comment on table public.list_views is 'Views of the team''s lists that an admin kept under a name, each their own.';
comment on column public.list_views.id is 'The view.';
comment on column public.list_views.person_id is 'Whose it is.';
comment on column public.list_views.list is 'The list, by its name on the page: people, sessions, payments.';
comment on column public.list_views.name is 'What they call it.';
comment on column public.list_views.address is 'The query of the page''s address, without what is opened in it: state=disputed&sort=amount_cents.';
comment on column public.list_views.created_at is 'When it was kept.';
