-- Legal texts and help. A version never changes; the one in force is the newest whose moment has come. A draft is what the team
-- is writing, one for each text.
create table public.text_versions (
  slug text not null,
  version int not null,
  body text not null,
  effective_at timestamptz not null,
  reason text not null,
  created_at timestamptz not null,
  created_by uuid,
  primary key (slug, version),
  constraint text_versions_slug_check
    check (slug in ('mentions-legales', 'cgu', 'cgv', 'confidentialite', 'cookies', 'accessibilite', 'aide')),
  constraint text_versions_version_check check (version > 0),
  constraint text_versions_body_check check (char_length(body) between 1 and 60000),
  constraint text_versions_reason_check check (char_length(btrim(reason)) between 3 and 500)
);

create table private.text_drafts (
  slug text primary key,
  base_version int not null,
  body text not null,
  updated_at timestamptz not null,
  updated_by uuid references public.profiles on delete set null,
  foreign key (slug, base_version) references public.text_versions,
  constraint text_drafts_body_check check (char_length(body) between 1 and 60000)
);
create index text_drafts_updated_by on private.text_drafts (updated_by);
create index text_drafts_base on private.text_drafts (slug, base_version);

create table public.text_acceptances (
  person_id uuid not null references public.profiles on delete cascade,
  slug text not null,
  version int not null,
  accepted_at timestamptz not null,
  primary key (person_id, slug, version),
  foreign key (slug, version) references public.text_versions
);
create index text_acceptances_text on public.text_acceptances (slug, version);
