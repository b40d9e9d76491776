-- Whoever has no account and got any mail of ours refuses all that would follow, by a link in it.
-- Served since 0510_links_and_pictures.sql
comment on table private.refused_addresses is 'Addresses of people without an account to which nothing is mailed any more, because their reader said so.';

-- A link names the digest of its address, signed with this.
create table private.refusal_secrets (
  singleton boolean primary key default true,
  secret text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  constraint refusal_secrets_singleton_check check (singleton)
);
comment on table private.refusal_secrets is 'Signs the links by which people without an account refuse mails: one row, made with the database.';
comment on column private.refusal_secrets.singleton is 'There is one row.';
comment on column private.refusal_secrets.secret is 'Never leaves the database.';
revoke all on private.refusal_secrets from public, anon, authenticated, service_role;
insert into private.refusal_secrets default values;
