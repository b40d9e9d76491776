-- Mails that people without an account refuse.

-- The end of the link that refuses all mails to an address, by the digest of its mailbox: that
-- digest, and its signature. Who has not got a mail cannot make one.
create or replace function private.refusal_key(digest text) returns text
language sql stable security definer set search_path = '' as $$
  select digest || encode(sha256(convert_to(s.secret || digest, 'UTF8')), 'hex') from private.refusal_secrets s
$$;
revoke execute on function private.refusal_key(text) from public;
comment on function private.refusal_key(text) is 'The end of the link by which mails to an address are refused.';
