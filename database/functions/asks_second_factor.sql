-- Whether somebody has yet to show their second factor: they have one that was verified and their token says aal1, or they are of the team
-- and the team must have one. Commands ask it for the person behind the token, policies through private.is_admin and
-- private.has_shown_factor.
create or replace function private.asks_second_factor(person_id uuid, aal text, for_team boolean) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(aal, 'aal1') <> 'aal2' and (
    (for_team and (select d.admin_mfa = 'required' from private.deployments d))
    or exists (
      select from auth.mfa_factors f
      where f.user_id = asks_second_factor.person_id and f.status = 'verified'))
$$;
revoke execute on function private.asks_second_factor(uuid, text, boolean) from public;

comment on function private.asks_second_factor(uuid, text, boolean) is 'Whether a person must show their second factor first, given the aal of their token.';
