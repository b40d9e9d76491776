-- The texts that this release of Loge comes with: where the team has published its own, they are not put in force, and the team is told.
create table private.house_texts (
  slug text primary key,
  body text not null,
  since timestamptz not null,
  constraint house_texts_slug_check
    check (slug in ('mentions-legales', 'cgu', 'cgv', 'confidentialite', 'cookies', 'accessibilite', 'aide')),
  constraint house_texts_body_check check (char_length(body) between 1 and 60000)
);
