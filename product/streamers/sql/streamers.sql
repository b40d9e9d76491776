-- A streamer's page: what is offered, and when.

comment on table public.streamers is 'The public page of a streamer, their hours'' zone and their rules of booking.';
comment on column public.streamers.id is 'The streamer''s profile.';
comment on column public.streamers.handle is 'The name in the address /streamer/<handle>.';
comment on column public.streamers.display_name is 'The name on the page.';
comment on column public.streamers.headline is 'One line under the name.';
comment on column public.streamers.bio is 'The text of the page.';
comment on column public.streamers.categories is 'Ids of public.categories, five at most.';
comment on column public.streamers.languages is 'Ids of public.languages, six at most.';
comment on column public.streamers.banner_url is 'Address of the banner; null: none.';
comment on column public.streamers.gallery_urls is 'Addresses of the pictures of the page, six at most, in their order.';
comment on column public.streamers.avatar_url is 'The picture of the profile, copied by a trigger because the public may not read profiles.';
comment on column public.streamers.zone is 'IANA zone of the weekly hours.';
comment on column public.streamers.buffer_before_minutes is 'Minutes kept free before each session.';
comment on column public.streamers.buffer_after_minutes is 'Minutes kept free after each session.';
comment on column public.streamers.notice_minutes is 'Nobody books sooner than so many minutes ahead.';
comment on column public.streamers.horizon_days is 'Nobody books further ahead than so many days; which days count, window_kind says.';
comment on column public.streamers.window_kind is 'days: all days count; open_days: those with opening hours; dates: booked from window_first to window_last instead.';
comment on column public.streamers.window_first is 'The first day that is booked, of a window of dates; else null.';
comment on column public.streamers.window_last is 'The last day that is booked, of a window of dates; else null.';
comment on column public.streamers.max_per_day is 'Most sessions that begin on one day; null: no limit.';
comment on column public.streamers.max_per_week is 'Most sessions that begin from a Monday to a Sunday; null: no limit.';
comment on column public.streamers.max_per_month is 'Most sessions that begin in one month of the calendar; null: no limit.';
comment on column public.streamers.closed_on_holidays is 'French public holidays are closed, unless a date exception opens them.';
comment on column public.streamers.published_at is 'When the streamer showed the page; null: it is not shown.';
comment on column public.streamers.withheld_at is 'When an admin took the page down; null: no admin did.';
comment on column public.streamers.featured_position is 'Their place among the featured on the home page; null: after those that have one.';
comment on column public.streamers.featured_from is 'The first day of Paris on which they are featured; null: at once.';
comment on column public.streamers.featured_until is 'The last day of Paris on which they are featured; null: without end.';
comment on column public.streamers.featured_at is 'When an admin put the page first; null: no admin did.';
comment on column public.streamers.away_until is 'Until then nobody sees or books the streamer: suspended, or leaving (infinity). Kept by triggers.';
comment on column public.streamers.rating_average is 'Of the reviews that can be seen, 1 to 5; null without any. Kept by a trigger.';
comment on column public.streamers.rating_count is 'How many reviews can be seen. Kept by a trigger.';
comment on column public.streamers.created_at is 'When the person became a streamer.';
comment on column public.streamers.updated_at is 'Last change; kept by a trigger.';

-- Everybody reads the visible streamers; a streamer always reads their own row; admins read all. A
-- streamer edits the texts of the page; the zone and the rules are written with the hours, and
-- publishing and featuring are commands.
alter table public.streamers enable row level security;
revoke all on public.streamers from public, anon, authenticated, service_role;
grant select (id, handle, display_name, headline, bio, categories, languages, banner_url, gallery_urls, avatar_url, placeholders, zone,
  buffer_before_minutes, buffer_after_minutes, notice_minutes, horizon_days, window_kind, window_first,
  window_last, max_per_day, max_per_week, max_per_month, closed_on_holidays, published_at, withheld_at, featured_at, away_until, rating_average, rating_count, created_at,
  updated_at) on public.streamers to anon, authenticated;
grant update (handle, display_name, headline, bio, categories, languages, banner_url, gallery_urls) on public.streamers to authenticated;
grant select, insert, update, delete on public.streamers to service_role;

drop policy if exists streamers_read_visible on public.streamers;
create policy streamers_read_visible on public.streamers for select to anon, authenticated
using (published_at is not null and withheld_at is null and (away_until is null or away_until <= now()));

drop policy if exists streamers_read_own on public.streamers;
create policy streamers_read_own on public.streamers for select to authenticated
using (id = (select auth.uid()) or (select private.is_admin()));

drop policy if exists streamers_update_own on public.streamers;
create policy streamers_update_own on public.streamers for update to authenticated
using (id = (select auth.uid())) with check (id = (select auth.uid()));

-- Changes are sent at once to the people who may see the row, so that open pages stay true without
-- a reload. Deletions are not: whom row-level security would let see it cannot be asked of a row
-- that is gone, and strangers would learn that it was there.
select realtime.publish_table('public.streamers', deletes => false);

-- Gives every streamer a page, unpublished at first, under a handle made from their name. A person
-- who stops being a streamer keeps the page, unpublished, because bookings and reviews refer to it.
create or replace function private.create_streamer() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  given_name text := coalesce(private.abbreviated_name(new.first_name, new.last_name), 'Streamer');
  base text := trim(both '-' from left(regexp_replace(
    private.search_text(concat_ws(' ', new.first_name, new.last_name)), '[^a-z0-9]+', '-', 'g'), 28));
begin
  -- The lock makes two people of the same name who join at once choose their handles one after the
  -- other.
  if new.role = 'streamer' then perform pg_advisory_xact_lock(750651, hashtext(base)); end if;
  if new.role is distinct from 'streamer' then
    update public.streamers set published_at = null where id = new.id and published_at is not null;
    return null;
  end if;
  if char_length(base) < 2 or private.sounds_like_the_team(base) then base := 'streamer'; end if;
  if private.sounds_like_the_team(given_name) then given_name := 'Streamer'; end if;
  insert into public.streamers (id, handle, display_name, avatar_url)
  values (
    new.id,
    case when exists (select from public.streamers s where s.handle = base) or char_length(base) < 3
      then base || '-' || left(replace(new.id::text, '-', ''), 8) else base end,
    left(case when char_length(given_name) < 2 then 'Streamer' else given_name end, 60),
    new.avatar_url
  )
  on conflict (id) do nothing;
  return null;
end
$$;
revoke execute on function private.create_streamer() from public;

-- Pages for the people who were streamers before this trigger existed.
insert into public.streamers (id, handle, display_name, avatar_url)
select p.id, 'streamer-' || left(replace(p.id::text, '-', ''), 12), 'Streamer', p.avatar_url
from public.profiles p where p.role = 'streamer'
on conflict (id) do nothing;

comment on function private.create_streamer() is 'Makes the unpublished page of a person who became a streamer.';

-- Whether the public sees a streamer: published, not withheld by the platform, not away. The
-- policies of the tables behind a streamer's page call this.
create or replace function private.is_visible_streamer(streamer uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.streamers s where s.id = streamer and s.published_at is not null and s.withheld_at is null
      and (s.away_until is null or s.away_until <= now())
  )
$$;
revoke execute on function private.is_visible_streamer(uuid) from public;
grant execute on function private.is_visible_streamer(uuid) to anon, authenticated, service_role;

comment on function private.is_visible_streamer(uuid) is 'Whether the public sees a streamer: published, not withheld, not away.';

create or replace trigger take_catalogue before insert or update of categories, languages on public.streamers
for each row execute function private.take_catalogue();
comment on trigger take_catalogue on public.streamers is 'A profile takes up no retired category or language.';
create or replace trigger keep_streamer_lists after insert or update of categories, languages on public.streamers
for each row execute function private.keep_streamer_lists();
comment on trigger keep_streamer_lists on public.streamers is 'The rows with the foreign keys follow the profile''s lists.';

-- Keeps, for each picture that a streamer's page shows, what stands in its place until it has come.
-- The server makes that when a picture is stored, and notes it in the object's metadata, which no
-- client writes; those of pictures that are files of the page come with the demonstration.
create or replace function private.keep_placeholders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select coalesce(jsonb_object_agg(shown.url, coalesce(stored.placeholder, new.placeholders ->> shown.url))
    filter (where coalesce(stored.placeholder, new.placeholders ->> shown.url) is not null), '{}') into new.placeholders
  from (select distinct u as url from unnest(array[new.avatar_url, new.banner_url] || new.gallery_urls) u where u is not null) shown
  left join lateral (
    select o.metadata ->> 'placeholder' as placeholder from storage.objects o
    where shown.url like '/storage/v1/object/public/%'
      and o.bucket_id = split_part(shown.url, '/', 6)
      and o.name = substr(shown.url, length('/storage/v1/object/public/') + length(o.bucket_id) + 2)
      and char_length(o.metadata ->> 'placeholder') <= 1000
      and o.metadata ->> 'placeholder' ~ '^data:image/webp;base64,[A-Za-z0-9+/=]+$') stored on true;
  return new;
end
$$;
revoke execute on function private.keep_placeholders() from public;

create or replace trigger keep_placeholders before insert or update of avatar_url, banner_url, gallery_urls, placeholders on public.streamers
for each row execute function private.keep_placeholders();

comment on function private.keep_placeholders() is 'Keeps what stands in the place of each picture of a page until it has come.';
comment on trigger keep_placeholders on public.streamers is 'A page names no picture without what stands in its place, where that is known.';

-- Copies the profile's picture to the public page, because the public may not read profiles.
create or replace function private.keep_streamer_avatar() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.streamers set avatar_url = new.avatar_url where id = new.id and avatar_url is distinct from new.avatar_url;
  return null;
end
$$;
revoke execute on function private.keep_streamer_avatar() from public;

comment on function private.keep_streamer_avatar() is 'Copies the picture of the profile to the public page.';

-- A suspended streamer, or one whose account is about to be deleted, is away: shown on no page, and
-- not bookable. This is a column of the row, because a policy that looked into auth.users for each
-- of thousands of rows would be slow.
create or replace function private.refresh_streamer_away(streamer uuid) returns void
language sql security definer set search_path = '' as $$
  update public.streamers s set away_until = case
      when u.deleted_at is not null or exists (select from public.deletion_requests d where d.person_id = s.id) then 'infinity'
      else u.banned_until end
  from auth.users u where s.id = streamer and u.id = s.id
$$;
revoke execute on function private.refresh_streamer_away(uuid) from public;

create or replace function private.keep_streamer_away() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'users' then
    perform private.refresh_streamer_away(new.id);
  elsif tg_op = 'DELETE' then
    perform private.refresh_streamer_away(old.person_id);
  else
    perform private.refresh_streamer_away(new.person_id);
  end if;
  return null;
end
$$;
revoke execute on function private.keep_streamer_away() from public;

create or replace trigger keep_streamer_away after update of banned_until, deleted_at on auth.users
for each row execute function private.keep_streamer_away();
comment on trigger keep_streamer_away on auth.users is 'A suspended or leaving streamer is on no page.';

comment on function private.keep_streamer_away() is 'Keeps streamers.away_until in step with suspensions and deletions.';
comment on function private.refresh_streamer_away(uuid) is 'Computes a streamer''s away_until again.';

create or replace trigger keep_streamer_channels after insert on public.streamers
for each row execute function private.keep_streamer_channels();
comment on trigger keep_streamer_channels on public.streamers is 'The proven channel follows the linked account.';

create or replace trigger mark_free_times_insert after insert on public.streamers
referencing new table as changed for each statement execute function private.mark_free_times('id');
comment on trigger mark_free_times_insert on public.streamers is 'What changes when a streamer is free marks them to be computed again.';
create or replace trigger mark_free_times_update after update on public.streamers
referencing new table as changed for each statement execute function private.mark_free_times('id');
comment on trigger mark_free_times_update on public.streamers is 'What changes when a streamer is free marks them to be computed again.';
create or replace trigger mark_free_times_delete after delete on public.streamers
referencing old table as changed for each statement execute function private.mark_free_times('id');
comment on trigger mark_free_times_delete on public.streamers is 'What changes when a streamer is free marks them to be computed again.';

create or replace trigger note_text after insert on public.streamers
for each row execute function private.note_text('profile');
create or replace trigger note_changed_text after update of handle, display_name, headline, bio on public.streamers
for each row when ((old.handle, old.display_name, old.headline, old.bio)
  is distinct from (new.handle, new.display_name, new.headline, new.bio))
execute function private.note_text('profile');
comment on trigger note_text on public.streamers is 'Each page is read by the rules of signals.';
comment on trigger note_changed_text on public.streamers is 'A page that changes is read again.';

create or replace trigger refuse_missing_cover before update of banner_url on public.streamers
for each row execute function private.refuse_missing_picture('banner_url', 'covers');
create or replace trigger refuse_missing_gallery before update of gallery_urls on public.streamers
for each row execute function private.refuse_missing_picture('gallery_urls', 'gallery');
comment on trigger refuse_missing_cover on public.streamers is 'A cover is one of the streamer’s that is there.';
comment on trigger refuse_missing_gallery on public.streamers is 'The pictures of a page are the streamer’s and are there.';

-- A name as it is read at a glance (Unicode's UTS 39): `nameShape` in product/shared/names.ts says
-- the same, and a test compares the two.
create or replace function private.name_shape(text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select btrim(regexp_replace(replace(replace(lower(translate(translate(regexp_replace(normalize(translate($1, U&'\2120\2122', '  '), NFKD), '[\u0300-\u036f]', '', 'g'),
    U&'\01A7\03E8\14BF\A644\A6EF\A75A\01B7\021C\0417\04E0\2CCC\A76A\A7AB\+0118CA\+016F3B\13CE\+0118AF\01BC\+0118BB\0431\13EE\2CD2\+0118D5\+0104D2\+0118C6\0222\0223\09EA\0A6A\+01031A\+01E8CB\09ED\0A67\0B68\0D6D\2CCA\A76E\+0118AC\+0118CC\+0118D6\0251\03B1\0430\1D00\2C65\0391\0410\13AA\15C5\A4EE\+0102A0\+016F40\023A\+01F150\+01F170\+01F1E6\0184\042C\13CF\1472\15AF\0299\0180\0253\0183\0392\0412\13F4\15F7\A4D0\A7B4\+010282\+0102A1\+010301\0243\0181\+01F151\+01F171\+01F1E7\0421\13DF\2CA4\A4DA\+0102A2\+010302\+010415\+01051C\+0118E9\+0118F2\023B\+01F152\+01F172\+01F1E8\0441\1D04\2CA5\ABAF\+01043D\023C\0188\0501\13E7\146F\A4D2\1D05\0111\0256\0257\00F0\13A0\15DE\15EA\A4D3\0110\00D0\0189\018A\+01F153\+01F173\+01F1E9\0395\0415\13AC\2D39\A4F0\+010286\+0118A6\+0118AE\0246\+01F154\+01F174\+01F1EA\0435\04BD\AB32\1D07\0247\212E\20AC\03DC\15B4\A4DD\A798\+010287\+0102A5\+010525\+0118A2\+0118C2\+01F155\+01F175\+01F1EB\0584\1E9D\A799\AB35\A730\018D\0261\0581\1D83\0262\01E5\0260\050C\13C0\13F3\A4D6\01E4\0193\+01F156\+01F176\+01F1EC\0397\041D\13BB\157C\2C8E\A4E7\+0102CF\0126\2C67\+01F157\+01F177\+01F1ED\04BB\0570\13C2\029C\0127\0266\2C68\0131\0269\026A\03B9\0456\04CF\13A5\A647\AB75\+0118C3\0268\037F\0408\13AB\148D\A4D9\A7B2\0248\+01F159\+01F179\+01F1EF\03F3\0458\1D0A\0249\039A\041A\13E6\16D5\2C94\A4D7\+010518\0198\2C69\+01F15A\+01F17A\+01F1F0\0196\01C0\0399\0406\04C0\05D5\05DF\0627\0661\06F1\07CA\16C1\2C92\2D4F\A4F2\+01028A\+010309\+010320\+016F28\+01E8C7\029F\0142\019A\026B\026C\026D\2C61\A749\13DE\14AA\2CD0\A4E1\+01041B\+010526\+0118A3\+0118B2\+016F16\0141\023D\2C62\2C60\A748\20A4\+01F15B\+01F17B\+01F1F1\039C\03FA\041C\13B7\15F0\16D6\2C98\A4DF\+0102B0\+010311\+01F15C\+01F17C\+01F1F2\039D\2C9A\A4E0\+010513\019D\014A\+01F15D\+01F17D\+01F1F3\0578\057C\0274\0272\019E\014B\039F\041E\0555\07C0\09E6\0B20\0B66\12D0\2C9E\2D54\3007\A4F3\+010292\+0102AB\+010404\+0104C2\+010516\+0114D0\+0118B5\+0118E0\00D8\019F\+01F15E\+01F17E\+01F1F4\03BF\03C3\043E\0585\05E1\0647\0665\06BE\06C1\06D5\06F5\0966\0A66\0AE6\0BE6\0C66\0CE6\0D20\0D66\0E50\0ED0\101D\1040\10FF\1D0F\1D11\2C9F\AB3D\+01042C\+0104EA\+0118C8\+0118D7\00F8\0275\03A1\0420\13E2\146D\2CA2\A4D1\+010295\01A4\2C63\+01F15F\+01F17F\+01F1F5\03C1\0440\2CA3\1D18\01A5\1D7D\051B\0563\0566\A7AF\024B\2D55\+01F160\+01F180\+01F1F6\01A6\13A1\13D2\1587\A4E3\+0104B4\+016F35\024C\2C64\+01F161\+01F181\+01F1F7\0433\1D26\2C85\AB47\AB48\AB81\0280\024D\027D\01BD\0455\A731\ABAA\+010448\+0118C1\0282\0405\054F\13D5\13DA\A4E2\+010296\+010420\+016F3A\+01F162\+01F182\+01F1F8\03A4\0422\13A2\2CA6\A4D4\+010297\+0102B1\+010315\+0118BC\+016F0A\0166\01AC\01AE\023E\+01F163\+01F183\+01F1F9\028B\03C5\057D\1D1C\A79F\AB4E\AB52\+0104F6\+0118D8\0289\054D\1200\144C\A4F4\+0104CE\+0118B8\+016F42\0244\+01F164\+01F184\+01F1FA\03BD\0475\05D8\1D20\ABA9\+011706\+0118C0\0474\0667\06F7\13D9\142F\2D38\A4E6\A6DF\+01051D\+0118A0\+016F08\01B2\+01F165\+01F185\+01F1FB\026F\0461\051D\0561\1D21\AB83\+01170A\+01170E\+01170F\2C73\051C\13B3\13D4\A4EA\+0118E6\+0118EF\2C72\+01F166\+01F186\+01F1FC\03A7\0425\16B7\2CAC\2D5D\A4EB\A7B3\+010290\+0102B4\+010317\+010322\+010527\+0118EC\+01F167\+01F187\+01F1FD\0445\1541\157D\0263\028F\03B3\0443\04AF\10E7\1D8C\1EFF\AB5A\+0118DC\024F\01B4\03A5\0423\04AE\13A9\13BD\2CA8\A4EC\+0102B2\+0118A4\+016F43\024E\01B3\+01F168\+01F188\+01F1FE\0396\13C3\A4DC\+0102F5\+0118A9\+0118E5\01B5\0224\2C6B\+01F169\+01F189\+01F1FF\1D22\AB93\+0118C4\01B6\0225\2C6C\1D0B\0199\2C6A\1D0D\1D1B\0167\01AB\01AD\0288\0197\+01F158\+01F178\+01F1EE',
    '2222223333333334455666677888888999999999aaaaaAAAAAAAAAAAbbbbbbbbbBBBBBBBBBBBBBBCCCCCCCCCCCCCCcccccccdddddddddDDDDDDDDDDDEEEEEEEEEEEEeeeeeeeFFFFFFFFFFFFfffffgggggggGGGGGGGGGHHHHHHHHHHHHhhhhhhhiiiiiiiiiiiJJJJJJJJJJjjjjKKKKKKKKKKKKllllllllllllllllllllllllllllLLLLLLLLLLLLLLLLLLMMMMMMMMMMMMMNNNNNNNNNnnnnnnOOOOOOOOOOOOOOOOOOOOOOOOOooooooooooooooooooooooooooooooooooPPPPPPPPPPPPppppppqqqqqQQQQRRRRRRRRRRRRrrrrrrrrrsssssssSSSSSSSSSSSTTTTTTTTTTTTTTTTTuuuuuuuuuuUUUUUUUUUUUvvvvvvvVVVVVVVVVVVVVVVwwwwwwwwwwWWWWWWWWWWXXXXXXXXXXXXXXXXxxxyyyyyyyyyyyyYYYYYYYYYYYYYYYZZZZZZZZZZZZzzzzzzkkkmtttttIIII'), 'I1|0', 'lllo') collate "C"), 'rn', 'm'), 'vv', 'w'), '[\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02c2-\u02c5\u02d2-\u02df\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d-\u303f\u30a0\u30fb\U0001d000-\U0001d1ff\U0001f000-\U0001faff]+', ' ', 'g'))
$$;
revoke execute on function private.name_shape(text) from public;
-- The indexes on it are written by whoever writes a page.
grant execute on function private.name_shape(text) to authenticated, service_role;
-- Whoever takes a name is compared with all others.
create index if not exists streamers_display_name_shape_idx on public.streamers (private.name_shape(display_name));
create index if not exists streamers_handle_shape_idx on public.streamers (private.name_shape(handle));
comment on function private.name_shape(text) is 'A name as it is read at a glance: two of one shape are taken for each other.';

-- Whether a visitor would take a name for Loge's own team: `soundsLikeTheTeam` in
-- product/shared/names.ts.
-- The short pattern comes first, which few names pass: the long one costs twenty times as much.
create or replace function private.sounds_like_the_team(name text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select bool_or(replace(s.shape, ' ', '') ~ '(?:super|sys)?admlns?|(?:super)?admlnlstrateurs?|admlnlstratrlces?|admlnlstrators?|moderateurs?|moderatrlces?|moderators?|loge|equlpe|team|staff|support|admlnlstratlon|moderatlon|modos?|offlclel|offlclelle|offlclal|webmaster|postmaster|root|servlcecllents?|servlcecllentele|customerservlce|customercare' and (s.shape ~ '^(?:(?:(?:super|sys)?admlns?|(?:super)?admlnlstrateurs?|admlnlstratrlces?|admlnlstrators?|moderateurs?|moderatrlces?|moderators?|loge|equlpe|team|staff|support|admlnlstratlon|moderatlon|modos?|offlclel|offlclelle|offlclal|webmaster|postmaster|root|servlcecllents?|servlcecllentele|customerservlce|customercare|asslstance|alde|help|servlces?|cllents?|cllentele|customers?|care|securlte|securlty|trust|safety|palements?|payments?|facturatlon|factures?|bllllng|remboursements?|refunds?|finances?|comptablllte|jurldlque|legal|dlrectlon|dlrecteur|dlrectrlce|fondateur|fondatrlce|contact|lnfos?|news|annonces?|sav|bot|robot|verlfles?|verlflees?|verlfled|verlflcatlon|certlfles?|certlflees?|certlfled|systeme|system|noreply)(?:(?:l|la|le|les|d|de|du|des|et|the|of|fr|com|tv|app|[2-9])?(?:(?:super|sys)?admlns?|(?:super)?admlnlstrateurs?|admlnlstratrlces?|admlnlstrators?|moderateurs?|moderatrlces?|moderators?|loge|equlpe|team|staff|support|admlnlstratlon|moderatlon|modos?|offlclel|offlclelle|offlclal|webmaster|postmaster|root|servlcecllents?|servlcecllentele|customerservlce|customercare|asslstance|alde|help|servlces?|cllents?|cllentele|customers?|care|securlte|securlty|trust|safety|palements?|payments?|facturatlon|factures?|bllllng|remboursements?|refunds?|finances?|comptablllte|jurldlque|legal|dlrectlon|dlrecteur|dlrectrlce|fondateur|fondatrlce|contact|lnfos?|news|annonces?|sav|bot|robot|verlfles?|verlflees?|verlfled|verlflcatlon|certlfles?|certlflees?|certlfled|systeme|system|noreply))*(?:fr|com|tv|app)?[2-9]*|l|la|le|les|d|de|du|des|et|the|of|fr|com|tv|app|[2-9])(?: (?:(?:(?:super|sys)?admlns?|(?:super)?admlnlstrateurs?|admlnlstratrlces?|admlnlstrators?|moderateurs?|moderatrlces?|moderators?|loge|equlpe|team|staff|support|admlnlstratlon|moderatlon|modos?|offlclel|offlclelle|offlclal|webmaster|postmaster|root|servlcecllents?|servlcecllentele|customerservlce|customercare|asslstance|alde|help|servlces?|cllents?|cllentele|customers?|care|securlte|securlty|trust|safety|palements?|payments?|facturatlon|factures?|bllllng|remboursements?|refunds?|finances?|comptablllte|jurldlque|legal|dlrectlon|dlrecteur|dlrectrlce|fondateur|fondatrlce|contact|lnfos?|news|annonces?|sav|bot|robot|verlfles?|verlflees?|verlfled|verlflcatlon|certlfles?|certlflees?|certlfled|systeme|system|noreply)(?:(?:l|la|le|les|d|de|du|des|et|the|of|fr|com|tv|app|[2-9])?(?:(?:super|sys)?admlns?|(?:super)?admlnlstrateurs?|admlnlstratrlces?|admlnlstrators?|moderateurs?|moderatrlces?|moderators?|loge|equlpe|team|staff|support|admlnlstratlon|moderatlon|modos?|offlclel|offlclelle|offlclal|webmaster|postmaster|root|servlcecllents?|servlcecllentele|customerservlce|customercare|asslstance|alde|help|servlces?|cllents?|cllentele|customers?|care|securlte|securlty|trust|safety|palements?|payments?|facturatlon|factures?|bllllng|remboursements?|refunds?|finances?|comptablllte|jurldlque|legal|dlrectlon|dlrecteur|dlrectrlce|fondateur|fondatrlce|contact|lnfos?|news|annonces?|sav|bot|robot|verlfles?|verlflees?|verlfled|verlflcatlon|certlfles?|certlflees?|certlfled|systeme|system|noreply))*(?:fr|com|tv|app)?[2-9]*|l|la|le|les|d|de|du|des|et|the|of|fr|com|tv|app|[2-9]))*$' or replace(s.shape, ' ', '') ~ '^(?:(?:super|sys)?admlns?|(?:super)?admlnlstrateurs?|admlnlstratrlces?|admlnlstrators?|moderateurs?|moderatrlces?|moderators?|loge|equlpe|team|staff|support|admlnlstratlon|moderatlon|modos?|offlclel|offlclelle|offlclal|webmaster|postmaster|root|servlcecllents?|servlcecllentele|customerservlce|customercare|asslstance|alde|help|servlces?|cllents?|cllentele|customers?|care|securlte|securlty|trust|safety|palements?|payments?|facturatlon|factures?|bllllng|remboursements?|refunds?|finances?|comptablllte|jurldlque|legal|dlrectlon|dlrecteur|dlrectrlce|fondateur|fondatrlce|contact|lnfos?|news|annonces?|sav|bot|robot|verlfles?|verlflees?|verlfled|verlflcatlon|certlfles?|certlflees?|certlfled|systeme|system|noreply)+$')
    or s.shape ~ '(?:^| )(?:(?:super|sys)?admlns?|(?:super)?admlnlstrateurs?|admlnlstratrlces?|admlnlstrators?|moderateurs?|moderatrlces?|moderators?)(?: |$)'
    or s.shape ~ '(^| )loge( |$)' and regexp_replace(s.shape, '(^| )loge( |$)', ' ') ~ '(?:^| )(?:(?:super|sys)?admlns?|(?:super)?admlnlstrateurs?|admlnlstratrlces?|admlnlstrators?|moderateurs?|moderatrlces?|moderators?|loge|equlpe|team|staff|support|admlnlstratlon|moderatlon|modos?|offlclel|offlclelle|offlclal|webmaster|postmaster|root|servlcecllents?|servlcecllentele|customerservlce|customercare|asslstance|alde|help|servlces?|cllents?|cllentele|customers?|care|securlte|securlty|trust|safety|palements?|payments?|facturatlon|factures?|bllllng|remboursements?|refunds?|finances?|comptablllte|jurldlque|legal|dlrectlon|dlrecteur|dlrectrlce|fondateur|fondatrlce|contact|lnfos?|news|annonces?|sav|bot|robot|verlfles?|verlflees?|verlfled|verlflcatlon|certlfles?|certlflees?|certlfled|systeme|system|noreply)(?: |$)')
  from unnest(array[name, translate(name, '@4357$€', 'aaestse')]) as written,
    lateral (select replace(private.name_shape(written), 'i', 'l') as shape) as s
$$;
revoke execute on function private.sounds_like_the_team(text) from public;
comment on function private.sounds_like_the_team(text) is 'Whether a visitor would take a name for Loge''s own team.';

-- A page's name and address are refused when they say that it is Loge's. What a page was called
-- before this rule stays until it is changed.
create or replace function private.refuse_name_of_the_team() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (tg_op = 'INSERT' or new.display_name <> old.display_name) and private.sounds_like_the_team(new.display_name) then
    raise check_violation using message = 'this name says that it is Loge''s team', constraint = 'streamers_display_name_team_check';
  end if;
  if (tg_op = 'INSERT' or new.handle <> old.handle) and private.sounds_like_the_team(new.handle) then
    raise check_violation using message = 'this address says that it is Loge''s team', constraint = 'streamers_handle_team_check';
  end if;
  return new;
end
$$;
revoke execute on function private.refuse_name_of_the_team() from public;
comment on function private.refuse_name_of_the_team() is 'Refuses a page that is called as if it were Loge''s own.';

create or replace trigger refuse_name_of_the_team before insert or update of display_name, handle on public.streamers
for each row execute function private.refuse_name_of_the_team();
comment on trigger refuse_name_of_the_team on public.streamers is 'No page is called as if it were Loge''s own.';

-- Streamers are adults, and anybody who shows a page has said so. A page that is shown already
-- stays until its streamer next publishes it.
create or replace function private.refuse_page_of_unknown_age() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_adult(new.id, now()) then
    raise exception 'a page is shown of somebody who said that they are of age' using errcode = 'check_violation', constraint = 'streamers_adult';
  end if;
  return new;
end
$$;
revoke execute on function private.refuse_page_of_unknown_age() from public;

create or replace trigger refuse_page_of_unknown_age before update of published_at on public.streamers
for each row when (old.published_at is null and new.published_at is not null) execute function private.refuse_page_of_unknown_age();

create or replace trigger refuse_inserted_page_of_unknown_age before insert on public.streamers
for each row when (new.published_at is not null) execute function private.refuse_page_of_unknown_age();

comment on function private.refuse_page_of_unknown_age() is 'Refuses to show the page of somebody who has not said that they are of age.';
comment on trigger refuse_page_of_unknown_age on public.streamers is 'A page is shown of adults only.';
comment on trigger refuse_inserted_page_of_unknown_age on public.streamers is 'A page is shown of adults only, also one that is inserted so.';

create or replace trigger keep_streamer_search
after insert or update of handle, display_name, headline, categories, languages on public.streamers
for each row execute function private.keep_streamer_search();
comment on trigger keep_streamer_search on public.streamers is 'The search follows the page, its offers and its channels.';

-- `updated_at` follows every change here too, save where the team features a page: that is nothing
-- that a streamer who edits it has missed. No statement changes what is featured together with
-- anything else.
create or replace trigger touch_updated_at before update on public.streamers
for each row when ((old.featured_at, old.featured_position, old.featured_from, old.featured_until)
  is not distinct from (new.featured_at, new.featured_position, new.featured_from, new.featured_until))
execute function private.touch_updated_at();
comment on trigger touch_updated_at on public.streamers is 'updated_at follows every change.';

-- Streamers as the admin page lists them, with the state that follows from their columns. Guarded
-- as admin_people is.
create or replace view public.admin_streamers with (security_barrier) as
select
  s.id, s.handle, s.display_name, s.headline, s.avatar_url, s.categories, s.zone, s.published_at, s.withheld_at, s.featured_at,
  s.rating_average, s.rating_count, s.created_at,
  case
    when s.away_until > now() then 'away'
    when s.withheld_at is not null then 'withheld'
    when s.published_at is null then 'draft'
    else 'published'
  end as state,
  u.email,
  (select count(*) from public.offers o where o.streamer_id = s.id and o.is_active and o.archived_at is null)::int as offers,
  (select count(*) from public.bookings b where b.streamer_id = s.id and b.status = 'completed')::int as completed,
  (select count(*) from public.bookings b where b.streamer_id = s.id and b.status in ('requested', 'confirmed', 'in_progress'))::int
    as coming,
  private.search_text(concat_ws(' ', s.display_name, s.handle, u.email)) as search,
  s.featured_position, s.featured_from, s.featured_until
from public.streamers s
join auth.users u on u.id = s.id and u.deleted_at is null
where (select private.is_admin()) or current_user = 'service_role';

comment on view public.admin_streamers is 'Streamers with the state that follows from their columns, for the admin.';

-- The admin pages' views of the marketplace: signed-in people may query them, only an admin gets
-- rows.
revoke all on public.admin_streamers from public, anon, authenticated, service_role;
grant select on public.admin_streamers to authenticated, service_role;
