-- What stands where a picture of a page will be until it has come: the picture itself, sixteen pixels wide, within the row that names it.
alter table public.streamers add column placeholders jsonb not null default '{}';
alter table public.streamers add constraint streamers_placeholders_check
  check (jsonb_typeof(placeholders) = 'object' and char_length(placeholders::text) <= 12000);
comment on column public.streamers.placeholders is 'By the address of a picture that the page shows, that picture a few pixels wide, as a data: address; kept by a trigger.';
