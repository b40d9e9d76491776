-- Policies read the request through these: its claims, as PostgREST and the functions gateway set
-- them for the transaction.
create or replace function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb
$$;

create or replace function auth.uid() returns uuid language sql stable as $$
  select (auth.jwt() ->> 'sub')::uuid
$$;

create or replace function auth.role() returns text language sql stable as $$
  select auth.jwt() ->> 'role'
$$;

create or replace function auth.email() returns text language sql stable as $$
  select auth.jwt() ->> 'email'
$$;

grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email() to anon, authenticated, service_role;

comment on function auth.email() is 'The e-mail address of the caller''s token.';
comment on function auth.jwt() is 'The claims of the caller''s token.';
comment on function auth.role() is 'The role of the caller''s token.';
comment on function auth.uid() is 'The person behind the caller''s token; null for nobody.';
