-- Who of the team reads which entries of the audit log. The rows come from the contracts of the commands, each time the server starts; a row outlives its
-- command, as its entries do. Those of commands that are gone are given here what the rules said of them until now.
create table private.audit_readers (
  action text primary key,
  read_by text[]
);
comment on table private.audit_readers is 'Who of the team reads the entries of an act: filled at the start of the server from what contracts say.';
comment on column private.audit_readers.action is 'The command or the task, <capability>/<verb-noun>.';
comment on column private.audit_readers.read_by is 'Roles within the team that read its entries, besides all; null: everybody of the team.';

insert into private.audit_readers (action, read_by)
select a.action, case
  when a.action like any ('{accounting/%,documents/%,payments/%}') then '{finance}'::text[]
  when a.action like any ('{accounts/%-factor%,administration/open-viewing,announcements/%,support/%}') then '{support}'
  when a.action like 'moderation/decide-%' or a.action in ('moderation/show-again', 'moderation/take-case') then '{moderation}'
  when a.action = 'administration/decide-admin-request' then '{}'
  when a.action = 'conference/moderate-room' then '{support,moderation,finance}'
  when a.action like 'guardians/%' or a.action in ('administration/correct-age', 'administration/restore-person',
    'administration/suspend-person', 'conference/enter-room', 'moderation/open-conversation') then '{support,moderation}'
end
from (select distinct action from public.audit_log) a;
