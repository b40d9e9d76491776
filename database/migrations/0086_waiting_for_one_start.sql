-- Who waits may mean one hour of an offer, and not any: each of them is an entry of its own, as is « any ».
alter table public.waiting_list_entries add column start_at timestamptz;
alter table public.waiting_list_entries
  drop constraint waiting_list_entries_key,
  add constraint waiting_list_entries_key unique nulls not distinct (viewer_id, offer_id, start_at);
