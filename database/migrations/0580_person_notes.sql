-- What the team notes about somebody for itself, whatever they last wrote about: the next colleague
-- who opens the page about them reads it.
create table private.person_notes (
  id bigint generated always as identity primary key,
  person_id uuid not null references public.profiles on delete cascade,
  author_id uuid references public.profiles on delete set null,
  body text not null,
  created_at timestamptz not null,
  constraint person_notes_body_check check (char_length(trim(body)) >= 1 and char_length(body) <= 4000)
);
create index person_notes_person_id_idx on private.person_notes (person_id, created_at desc);
create index person_notes_author_id_idx on private.person_notes (author_id);
