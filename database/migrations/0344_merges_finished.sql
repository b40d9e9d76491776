-- What was booked and looked for under a merged category is renamed after the merge, some at a time: this says which ones are through.
alter table public.categories add column merge_finished_at timestamptz,
  add constraint categories_merge_finished_check check (merge_finished_at is null or merged_into is not null);
update public.categories set merge_finished_at = now() where merged_into is not null;
create index categories_merge_due_idx on public.categories (id) where merged_into is not null and merge_finished_at is null;
comment on column public.categories.merge_finished_at is 'When nothing of the past named it any more; null while a merge is renaming, or without one.';
