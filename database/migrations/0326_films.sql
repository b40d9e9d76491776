-- The film with which a streamer introduces themself, sixty seconds at most: the film, its poster and its captions lie beside each other in one
-- public bucket, whose contents are checked.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types, checks_content, most_film_seconds) values
  ('clips', 'clips', true, 50 * 1024 * 1024, '{video/mp4,video/quicktime,video/x-m4v,video/webm,image/jpeg,image/png,image/webp,image/avif,text/vtt}', true, 60)
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types, checks_content = true, most_film_seconds = excluded.most_film_seconds;

create table public.films (
  streamer_id uuid primary key references public.streamers on delete cascade,
  title text not null default '',
  film_url text not null,
  poster_url text,
  captions_url text,
  -- Measured by a trigger, whatever is written here (functions/keep_films.sql).
  width integer not null default 0,
  height integer not null default 0,
  seconds real not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint films_title_check check (char_length(title) <= 80),
  constraint films_size_check check (width > 0 and height > 0 and seconds > 0),
  -- Files of the streamer's own folder, or of the demonstration, which are files of the page.
  constraint films_film_url_check check (
    film_url ~ ('^/storage/v1/object/public/clips/' || streamer_id::text || '/[0-9a-f-]{36}\.(mp4|webm)$')
    or film_url ~ '^/demo/[a-z0-9-]+\.webm$'),
  constraint films_poster_url_check check (
    poster_url ~ ('^/storage/v1/object/public/clips/' || streamer_id::text || '/[0-9a-f-]{36}\.webp$')
    or poster_url ~ '^/demo/[a-z0-9-]+\.webp$'),
  constraint films_captions_url_check check (
    captions_url ~ ('^/storage/v1/object/public/clips/' || streamer_id::text || '/[0-9a-f-]{36}\.vtt$')
    or captions_url ~ '^/demo/[a-z0-9-]+\.vtt$')
);
