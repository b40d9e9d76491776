-- The private channel on which the screens that show a streamer's free starts hear that these have changed: for the person who may see the
-- streamer. Nobody sends there but Loge.
drop policy if exists starts_listen on realtime.messages;
create policy starts_listen on realtime.messages for select to anon, authenticated
using (extension = 'broadcast' and exists (
  select from public.streamers s where 'starts:' || s.id::text = (select realtime.topic())
));
