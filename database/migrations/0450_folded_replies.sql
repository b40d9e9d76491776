-- What of a reply by mail may be a quotation or a signature, and may be the person's own words: it is kept beside them, and shown folded.
alter table public.support_messages add column folded text;
alter table public.support_messages add constraint support_messages_folded_check
  check (folded is null or (char_length(folded) between 1 and 20000 and via = 'mail' and side = 'person'));
comment on column public.support_messages.folded is
  'Of a reply by mail: what may be a quotation or a signature. Null: nothing was unsure.';
