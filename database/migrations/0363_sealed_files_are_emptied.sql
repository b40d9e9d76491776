-- Sealed files tell who sellers are, and are kept as long as the law keeps that: five years after the year that they tell of.
comment on column public.accounting_files.body is 'Its bytes; of a sealed one they are encrypted under IDENTITY_KEY, and empty once its term is over: five years after its last day.';
create index accounting_files_sealed_idx on public.accounting_files (last_day) where sealed and octet_length(body) > 0;
