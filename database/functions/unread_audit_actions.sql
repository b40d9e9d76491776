-- Which entries of the audit log the caller does not read, as patterns of their actions: an entry tells the measure, the amount or the reason, and so is
-- read by anybody who may read what it is about. The policy and the view ask it once a statement.
create or replace function private.unread_audit_actions() returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(p.pattern), '{}') from (values
    ('accounting/%', '{finance}'::text[]),
    ('accounts/%-factor%', '{support}'),
    ('administration/decide-admin-request', '{}'),
    ('administration/correct-age', '{support,moderation}'),
    ('administration/open-viewing', '{support}'),
    ('administration/restore-person', '{support,moderation}'),
    ('administration/suspend-person', '{support,moderation}'),
    ('announcements/%', '{support}'),
    ('guardians/%', '{support,moderation}'),
    ('conference/enter-room', '{support,moderation}'),
    ('conference/moderate-room', '{support,moderation,finance}'),
    ('documents/%', '{finance}'),
    ('moderation/decide-%', '{moderation}'),
    ('moderation/open-conversation', '{support,moderation}'),
    ('moderation/show-again', '{moderation}'),
    ('moderation/take-case', '{moderation}'),
    ('payments/%', '{finance}'),
    ('support/%', '{support}')
  ) as p(pattern, duties) where not private.is_of_team(p.duties)
$$;
revoke execute on function private.unread_audit_actions() from public;
grant execute on function private.unread_audit_actions() to authenticated, service_role;

comment on function private.unread_audit_actions() is 'Patterns of the audit log''s actions that the caller does not read, by their roles within the team.';
