-- From here on nothing is executable unless a file in functions/ or policies/ grants it: Postgres lets everybody run a
-- new function, which is how a security-definer function becomes a hole.
alter default privileges revoke execute on functions from public;
