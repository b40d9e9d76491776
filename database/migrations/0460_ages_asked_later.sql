-- The age is no longer told at sign-up, whose fields are the specification's: it is asked before the first hold, the first publication or joining
-- the team, and kept by the command that is sent then.
drop function if exists private.keep_declared_age(uuid, text, timestamptz);
