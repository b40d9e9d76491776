-- A database that served the platform alone grants the three roles whatever is made in `public`, as a hosted project does. Loge's tables list the
-- columns of each role, so that ends before the first of them is made; in a database that has Loge already, before the next one.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
