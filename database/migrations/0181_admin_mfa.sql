-- Whether the team works only with a second factor. Written at boot from ADMIN_MFA, before anything is served.
alter table private.deployments
  add column admin_mfa text not null default 'optional',
  add constraint deployments_admin_mfa_check check (admin_mfa in ('required', 'optional'));
