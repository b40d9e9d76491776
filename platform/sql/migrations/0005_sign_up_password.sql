-- The password of the last sign-up with a person's address, whoever asked for it. It opens nothing. Signing in with it is
-- answered 'Email not confirmed' whether the address was free or taken, so a sign-up followed by a sign-in tells nobody which.
alter table auth.users add column sign_up_password text;
