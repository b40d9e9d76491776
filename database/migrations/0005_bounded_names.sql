-- The limits of a name counted the trimmed text alone: megabytes of spaces around two letters passed, and each row of the
-- admin's list and of the folded names carried them.
alter table public.profiles
  drop constraint profiles_first_name_check,
  drop constraint profiles_last_name_check,
  add constraint profiles_first_name_check check (char_length(trim(first_name)) >= 2 and char_length(first_name) <= 80),
  add constraint profiles_last_name_check check (char_length(trim(last_name)) >= 2 and char_length(last_name) <= 80);
