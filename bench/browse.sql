-- 10,000 published streamers with two or three offers each, hours in five zones and five bookings a week for two weeks.
select setseed(0.5);
-- Random ids, as people have them: a GiST index over ids that count up is no index.
create table private.bench_numbers as select i, gen_random_uuid() as id from generate_series(1, 10000) i;
insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
select b.id, 'bench-' || i || '@loge.test', now(),
  jsonb_build_object('role', 'streamer', 'first_name', first, 'last_name', last)
from private.bench_numbers b,
lateral (select (array['Anouk','Théo','Inès','Yanis','Maëlle','Léo','Nadia','Sami','Chloé','Hugo','Zoé','Noé','Élise','Adèle','Rachid','Björn'])[1 + i % 16] as first,
  initcap((array['kar','bru','sol','roc','noc','pas','for','dup','mar','len','vau','gar','tes','mir','lan'])[1 + i / 16 % 15]
    || (array['sen','me','aire','que','turne','tel','est','ré','in','oir','ban','det','sard','abel'])[1 + i / 240 % 14] || (array['','o','y','et','el'])[1 + i / 3360 % 5]) as last) names;

insert into public.ages (person_id, declared_at) select id, now() from private.bench_numbers;

update public.streamers s set
  published_at = now() - n.i * interval '1 hour',
  headline = 'Des parties commentées, à votre rythme',
  bio = repeat('Je joue depuis dix ans et je regarde vos parties avec vous. ', 10),
  categories = array[c.all[1 + n.i % 13], c.all[1 + n.i / 13 % 13]],
  languages = case n.i % 4 when 0 then '{fr,en}' when 1 then '{fr,es}' else '{fr}' end::text[],
  zone = (array['Europe/Paris','America/Montreal','Indian/Reunion','Asia/Tokyo','Pacific/Noumea'])[1 + n.i % 5],
  notice_minutes = (array[120, 720, 1440, 2880])[1 + n.i % 4],
  rating_count = n.i % 40, rating_average = case when n.i % 40 > 0 then 3 + (n.i % 20) / 10.0 end,
  featured_at = case when n.i % 500 = 0 then now() end
from private.bench_numbers n,
  (select array['coaching','jouer-ensemble','speedrun','echecs','musique','dessin','montage','lancer-sa-chaine','programmation','cuisine','langues','sport','discussion'] as all) c
where n.id = s.id;

insert into public.offers (streamer_id, title, description, category, duration_minutes, price_cents, seats, confirmation, position)
select s.id, (array['Partie commentée','Relecture de VOD','Atelier à plusieurs'])[k], repeat('On regarde ensemble ce qui bloque. ', 8), s.categories[1],
  (array[60, 30, 90])[k], 1000 + 500 * ((n.i + k) % 12), case when k = 3 then 6 else 1 end,
  case when k = 2 then 'on_request' else 'instant' end, k
from public.streamers s join private.bench_numbers n using (id), generate_series(1, 3) k where k < 3 or n.i % 2 = 0;

insert into public.weekly_hours (streamer_id, weekday, from_minute, to_minute)
select s.id, day, start + 540 + 15 * (n.i % 12), start + 720 + 15 * (n.i % 12)
from public.streamers s join private.bench_numbers n using (id), generate_series(1, 5) day, (values (0), (240)) part (start);

insert into public.bookings (id, session_id, streamer_id, viewer_id, offer_id, title, category, seats, confirmation, price_cents,
  fee_basis_points, settings_version, policy, viewer_zone, streamer_zone, buffer_before_minutes, buffer_after_minutes,
  duration_minutes, start_at, agreed_start_at, status, held_at, confirmed_at)
select b.id, b.id, s.id, null, o.id, o.title, o.category, 1, 'instant', o.price_cents, 1500, 1, '{}', 'Europe/Paris', s.zone, 0, 10, 60,
  b.at, b.at, 'confirmed', now(), now()
from public.streamers s join private.bench_numbers n using (id)
join public.offers o on o.streamer_id = s.id and o.position = 1,
  generate_series(0, 9) k,
  lateral (select gen_random_uuid() as id,
    (date_trunc('day', now() at time zone s.zone) + (k / 5 * 7 + k % 5 + 1) * interval '1 day' + (10 + n.i % 6) * interval '1 hour')
      at time zone s.zone as at) b
order by s.id, b.at;
vacuum analyze;
