-- Files of the books that are longer than what is in the memory at once: written, and handed out, part by part.
drop view if exists public.admin_accounting_files;
alter table public.accounting_files
  add column parts integer not null default 0,
  add column part_bytes bigint not null default 0,
  drop constraint accounting_files_digest_check,
  add constraint accounting_files_digest_check
    check (case when sealed or parts > 0 then octet_length(digest) = 32 else digest = sha256(body) end),
  add constraint accounting_files_parts_check
    check (parts = 0 and part_bytes = 0 or parts > 0 and part_bytes > 0 and not sealed and octet_length(body) = 0);
comment on column public.accounting_files.parts is 'How many parts its bytes lie in (private.accounting_file_parts); 0: they are in body.';
comment on column public.accounting_files.part_bytes is 'How many bytes its parts have together.';

create table private.accounting_file_parts (
  file_id uuid not null,
  number integer not null,
  body bytea not null,
  primary key (file_id, number),
  -- They are written first: what the file's row says of them is known at their end.
  constraint accounting_file_parts_file_id_fkey foreign key (file_id) references public.accounting_files deferrable initially deferred,
  constraint accounting_file_parts_number_check check (number > 0)
);
comment on table private.accounting_file_parts is 'The bytes of long files of the books. Written once.';
comment on column private.accounting_file_parts.file_id is 'The file.';
comment on column private.accounting_file_parts.number is 'Its place in the file, from 1.';
comment on column private.accounting_file_parts.body is 'Whole lines of it, in UTF-8.';
