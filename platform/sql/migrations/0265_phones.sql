-- Telephone numbers as a way in and as a second factor.
alter table auth.users
  add column phone_change text,
  add column phone_change_sent_at timestamptz,
  add constraint users_phone_digits check (phone ~ '^[1-9][0-9]{1,14}$') not valid;
alter table auth.mfa_challenges add column otp_hash text;
