-- What a streamer offers and when: the public side of the marketplace.

-- Operators for exclusion constraints and for forgiving search, out of the exposed schema.
create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role;
create extension if not exists btree_gist with schema extensions;
create extension if not exists pg_trgm with schema extensions;

create table public.streamers (
  id uuid primary key references public.profiles on delete cascade,
  -- The name in the address: /streamer/<handle>.
  handle text not null,
  display_name text not null,
  headline text not null default '',
  bio text not null default '',
  categories text[] not null default '{}',
  languages text[] not null default '{fr}',
  banner_url text,
  -- The picture of the profile, for those who may not read profiles. Kept by a trigger.
  avatar_url text,
  -- The zone of the weekly hours and of everything on the streamer's wall.
  zone text not null default 'Europe/Paris',
  -- The rules of booking: domain/availability/rules.ts.
  buffer_before_minutes smallint not null default 0,
  buffer_after_minutes smallint not null default 10,
  notice_minutes integer not null default 1440,
  horizon_days smallint not null default 60,
  step_minutes smallint not null default 15,
  max_per_day smallint,
  max_per_week smallint,
  -- French public holidays close the day, unless an exception says otherwise.
  closed_on_holidays boolean not null default false,
  -- The streamer's own switch.
  published_at timestamptz,
  -- The platform's: an admin withholds a profile, or shows it first.
  withheld_at timestamptz,
  featured_at timestamptz,
  -- Until when nobody sees or books: suspended, or the account is leaving ('infinity'). Kept by triggers.
  away_until timestamptz,
  -- Of visible reviews. Kept by a trigger.
  rating_average numeric(3, 2),
  rating_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint streamers_handle_key unique (handle),
  constraint streamers_handle_check check (handle ~ '^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$'),
  constraint streamers_display_name_check check (char_length(trim(display_name)) >= 2 and char_length(display_name) <= 60),
  constraint streamers_headline_check check (char_length(headline) <= 120),
  constraint streamers_bio_check check (char_length(bio) <= 4000),
  constraint streamers_categories_check check (cardinality(categories) <= 5 and categories <@ array[
    'coaching', 'jouer-ensemble', 'speedrun', 'echecs', 'musique', 'dessin', 'montage', 'lancer-sa-chaine',
    'programmation', 'cuisine', 'langues', 'sport', 'discussion']),
  constraint streamers_languages_check check (cardinality(languages) between 1 and 6
    and languages <@ array['fr', 'en', 'es', 'de', 'it', 'pt', 'nl', 'ar', 'ja', 'ko', 'zh', 'ru']),
  constraint streamers_banner_url_check
    check (banner_url ~ '^(https://[^\s]+|/[^/\s][^\s]*)$' and char_length(banner_url) <= 2048),
  constraint streamers_zone_check check (char_length(zone) between 1 and 64),
  constraint streamers_buffers_check
    check (buffer_before_minutes between 0 and 120 and buffer_after_minutes between 0 and 120),
  constraint streamers_notice_check check (notice_minutes between 0 and 43200),
  constraint streamers_horizon_check check (horizon_days between 1 and 365),
  constraint streamers_step_check check (step_minutes in (5, 10, 15, 20, 30, 60)),
  constraint streamers_max_per_day_check check (max_per_day between 1 and 50),
  constraint streamers_max_per_week_check check (max_per_week between 1 and 200)
);
create index streamers_published_idx on public.streamers (published_at) where published_at is not null and withheld_at is null;

create table public.streamer_links (
  id uuid primary key default gen_random_uuid(),
  streamer_id uuid not null references public.streamers on delete cascade,
  platform text not null,
  url text not null,
  position smallint not null default 0,
  constraint streamer_links_platform_key unique (streamer_id, platform),
  constraint streamer_links_platform_check
    check (platform in ('twitch', 'youtube', 'kick', 'tiktok', 'instagram', 'x', 'discord', 'website')),
  constraint streamer_links_url_check check (url ~ '^https://[^\s]+$' and char_length(url) <= 500)
);

create table public.offers (
  id uuid primary key default gen_random_uuid(),
  streamer_id uuid not null references public.streamers on delete cascade,
  title text not null,
  description text not null default '',
  category text not null,
  duration_minutes smallint not null,
  price_cents integer not null,
  seats smallint not null default 1,
  confirmation text not null default 'instant',
  policy text not null default 'standard',
  -- Up to six intake questions: [{"id": "…", "label": "…", "required": true, "long": false}].
  questions jsonb not null default '[]',
  position smallint not null default 0,
  is_active boolean not null default true,
  -- An offer that was ever booked is not deleted, but put away.
  archived_at timestamptz,
  -- Rises with each change of what a viewer agrees to. A hold that was asked for an older one is refused.
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint offers_title_check check (char_length(trim(title)) >= 3 and char_length(title) <= 80),
  constraint offers_description_check check (char_length(description) <= 2000),
  constraint offers_category_check check (category in (
    'coaching', 'jouer-ensemble', 'speedrun', 'echecs', 'musique', 'dessin', 'montage', 'lancer-sa-chaine',
    'programmation', 'cuisine', 'langues', 'sport', 'discussion')),
  constraint offers_duration_check check (duration_minutes in (15, 30, 45, 60, 90, 120)),
  constraint offers_price_check check (price_cents = 0 or price_cents between 500 and 500000),
  constraint offers_seats_check check (seats between 1 and 12),
  constraint offers_confirmation_check check (confirmation in ('instant', 'on_request')),
  constraint offers_policy_check check (policy in ('flexible', 'standard', 'strict')),
  constraint offers_questions_check
    check (jsonb_typeof(questions) = 'array' and jsonb_array_length(questions) <= 6 and pg_column_size(questions) <= 8000)
);
create index offers_streamer_id_idx on public.offers (streamer_id, position, id);

-- Weekly opening hours on the streamer's wall, in minutes from midnight; past 1440 they run into the next day.
create table public.weekly_hours (
  id uuid primary key default gen_random_uuid(),
  streamer_id uuid not null references public.streamers on delete cascade,
  -- ISO: Monday is 1.
  weekday smallint not null,
  from_minute smallint not null,
  to_minute smallint not null,
  constraint weekly_hours_weekday_check check (weekday between 1 and 7),
  constraint weekly_hours_range_check
    check (from_minute between 0 and 1439 and to_minute > from_minute and to_minute <= from_minute + 1440),
  constraint weekly_hours_key unique (streamer_id, weekday, from_minute)
);

-- The hours of one date instead of its weekly ones. No range: closed.
create table public.date_exceptions (
  streamer_id uuid not null references public.streamers on delete cascade,
  date date not null,
  -- [{"from": 600, "to": 720}], minutes as in weekly_hours.
  ranges jsonb not null default '[]',
  note text not null default '',
  primary key (streamer_id, date),
  constraint date_exceptions_ranges_check check (jsonb_typeof(ranges) = 'array' and jsonb_array_length(ranges) <= 12),
  constraint date_exceptions_note_check check (char_length(note) <= 120)
);

-- Calendars elsewhere whose busy times close starts here. The address is a secret of the streamer's.
create table public.calendars (
  id uuid primary key default gen_random_uuid(),
  streamer_id uuid not null references public.streamers on delete cascade,
  label text not null,
  url text not null,
  state text not null default 'pending',
  -- A code of server/integrations/calendars, never what the other server answered.
  last_error text,
  etag text,
  last_modified text,
  busy_count integer not null default 0,
  skipped_count integer not null default 0,
  failures integer not null default 0,
  failing_since timestamptz,
  warned_at timestamptz,
  last_fetched_at timestamptz,
  last_success_at timestamptz,
  next_fetch_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  constraint calendars_url_key unique (streamer_id, url),
  constraint calendars_label_check check (char_length(trim(label)) >= 1 and char_length(label) <= 60),
  constraint calendars_url_check check (url ~ '^https://[^\s]+$' and char_length(url) <= 2000),
  constraint calendars_state_check check (state in ('pending', 'working', 'broken'))
);
create index calendars_next_fetch_at_idx on public.calendars (next_fetch_at);

create table public.busy_times (
  id bigint generated always as identity primary key,
  calendar_id uuid not null references public.calendars on delete cascade,
  streamer_id uuid not null references public.streamers on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  constraint busy_times_order_check check (ends_at > starts_at)
);
create index busy_times_calendar_id_idx on public.busy_times (calendar_id);
create index busy_times_streamer_id_idx on public.busy_times (streamer_id, ends_at, starts_at);

create table public.favourites (
  viewer_id uuid not null references public.profiles on delete cascade,
  streamer_id uuid not null references public.streamers on delete cascade,
  created_at timestamptz not null default now(),
  primary key (viewer_id, streamer_id)
);
create index favourites_streamer_id_idx on public.favourites (streamer_id);
