-- The audit log names an action by the command that did it. Two commands of the room got other names: their entries follow, so that
-- one search finds all of them.
alter table public.audit_log disable trigger user;
update public.audit_log set action = 'conference/enter-room' where action = 'conference/enter';
update public.audit_log set action = 'conference/moderate-room' where action = 'conference/moderate';
alter table public.audit_log enable trigger user;
