-- How many files wait is a trigger now (functions/refuse_added_attachment.sql): a policy is not asked about signed addresses.
drop policy if exists attachments_insert_object on storage.objects;
drop function if exists private.may_add_attachment();

-- A file that the scanner never gets through is not tried for ever.
alter table public.attachments add column scan_tries smallint not null default 0;
alter table public.attachments drop constraint attachments_state_check;
alter table public.attachments add constraint attachments_state_check
  check (state in ('waiting', 'unscanned', 'clean', 'infected', 'unscannable'));

comment on column public.attachments.scan_tries is 'How often the scanner refused it, or its bytes were not there.';
comment on column public.attachments.state is 'waiting: nobody but its sender sees it before the virus scanner has; clean; infected: it was deleted; unscannable: the scanner refused it several times, and nobody but its sender sees it; unscanned: sent while no scanner was there.';
