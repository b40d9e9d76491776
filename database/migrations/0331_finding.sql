-- What the team's search finds people by: words of their names, and the beginning of their address.

alter table private.profile_searches add column email text not null default '';
update private.profile_searches s set email = lower(coalesce(u.email, '')) from auth.users u where u.id = s.person_id;

-- A space before the first word: '% ana%' then finds every name with a word that begins so.
create index profile_searches_names_idx on private.profile_searches using gin ((' ' || names) extensions.gin_trgm_ops);
-- By bytes, whatever the database's own order of letters is: a beginning is then a range.
create index profile_searches_email_idx on private.profile_searches (email collate "C");
create index payments_reference_idx on public.payments (payment_reference) where payment_reference is not null;

comment on column private.profile_searches.email is 'The address of the account in lower case; empty without one.';
