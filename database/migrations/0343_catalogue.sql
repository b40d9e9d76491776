-- What sessions are about and which languages are spoken: rows that the team changes, no longer lists of the code.

create table public.categories (
  id text primary key,
  label text not null,
  picture_url text,
  position smallint not null,
  retired_at timestamptz,
  -- Everything that named it names this one now; the row stays, so that old addresses lead on.
  merged_into text references public.categories,
  constraint categories_id_check check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(id) between 2 and 40),
  constraint categories_label_check check (char_length(trim(label)) >= 2 and char_length(label) <= 40),
  constraint categories_picture_url_check check (picture_url ~ '^(https://[^\s]+|/[^/\s][^\s]*)$' and char_length(picture_url) <= 2048),
  constraint categories_merged_check check (merged_into is null or (merged_into <> id and retired_at is not null))
);
create index categories_merged_into_idx on public.categories (merged_into);
-- Two of one name cannot be told apart; one that was merged shows its name nowhere.
create unique index categories_label_key on public.categories (lower(label)) where merged_into is null;

create table public.languages (
  id text primary key,
  label text not null,
  position smallint not null,
  retired_at timestamptz,
  constraint languages_id_check check (id ~ '^[a-z]{2}$'),
  constraint languages_label_check check (char_length(trim(label)) >= 2 and char_length(label) <= 40)
);
create unique index languages_label_key on public.languages (lower(label));

insert into public.categories (id, label, position)
select id, label, row_number() over () from (values
  ('coaching', 'Coaching de jeu'), ('jouer-ensemble', 'Jouer ensemble'), ('speedrun', 'Speedrun'), ('echecs', 'Échecs et stratégie'),
  ('musique', 'Musique'), ('dessin', 'Dessin et illustration'), ('montage', 'Montage et vidéo'), ('lancer-sa-chaine', 'Lancer sa chaîne'),
  ('programmation', 'Programmation'), ('cuisine', 'Cuisine'), ('langues', 'Langues'), ('sport', 'Sport et bien-être'),
  ('discussion', 'Discussion')
) first (id, label);
insert into public.languages (id, label, position)
select id, label, row_number() over () from (values
  ('fr', 'Français'), ('en', 'Anglais'), ('es', 'Espagnol'), ('de', 'Allemand'), ('it', 'Italien'), ('pt', 'Portugais'),
  ('nl', 'Néerlandais'), ('ar', 'Arabe'), ('ja', 'Japonais'), ('ko', 'Coréen'), ('zh', 'Chinois'), ('ru', 'Russe')
) first (id, label);

-- An array can have no foreign key: these rows are the profile's lists once more, with one. Kept by a trigger.
create table private.streamer_categories (
  streamer_id uuid not null references public.streamers on delete cascade,
  category text not null references public.categories,
  constraint streamer_categories_pkey primary key (streamer_id, category)
);
create index streamer_categories_category_idx on private.streamer_categories (category);
create table private.streamer_languages (
  streamer_id uuid not null references public.streamers on delete cascade,
  language text not null references public.languages,
  constraint streamer_languages_pkey primary key (streamer_id, language)
);
create index streamer_languages_language_idx on private.streamer_languages (language);
insert into private.streamer_categories (streamer_id, category)
select distinct s.id, c.id from public.streamers s, unnest(s.categories) c (id) where c.id is not null;
insert into private.streamer_languages (streamer_id, language)
select distinct s.id, l.id from public.streamers s, unnest(s.languages) l (id) where l.id is not null;

alter table public.streamers drop constraint streamers_categories_check, drop constraint streamers_languages_check,
  add constraint streamers_categories_check check (cardinality(categories) <= 5),
  add constraint streamers_languages_check check (cardinality(languages) between 1 and 6);
alter table public.offers drop constraint offers_category_check,
  add constraint offers_category_fkey foreign key (category) references public.categories;
create index offers_category_idx on public.offers (category);
alter table public.bookings add constraint bookings_category_fkey foreign key (category) references public.categories;
create index bookings_category_idx on public.bookings (category);
