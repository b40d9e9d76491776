-- Whoever got a request to answer for a minor can refuse all that would follow, whoever asks: the address is kept as a digest alone.
create table private.refused_addresses (
  address_digest text primary key,
  since timestamptz not null,
  constraint refused_addresses_digest_check check (address_digest ~ '^[0-9a-f]{64}$')
);
comment on table private.refused_addresses is 'Addresses to which no request of a minor is mailed any more, because their reader said so.';
comment on column private.refused_addresses.address_digest is 'SHA-256 of the mailbox, in hexadecimal.';
comment on column private.refused_addresses.since is 'When its reader said so.';
revoke all on private.refused_addresses from public, anon, authenticated, service_role;
