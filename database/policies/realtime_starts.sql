-- The private channel that tells open pages that a streamer's free starts have changed: for anybody who may see the streamer. Only Loge
-- sends there.
drop policy if exists starts_listen on realtime.messages;
create policy starts_listen on realtime.messages for select to anon, authenticated
using (extension = 'broadcast' and exists (
  select from public.streamers s where 'starts:' || s.id::text = (select realtime.topic())
));
