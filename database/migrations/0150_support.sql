-- What people write to the team, and what it answers.

-- A thread between one person and the team. Who has no account is known by an address that they proved.
create table public.support_threads (
  id uuid primary key default gen_random_uuid(),
  number integer generated always as identity,
  person_id uuid references public.profiles on delete cascade,
  email text,
  name text,
  subject text not null,
  context text not null,
  booking_id uuid references public.bookings on delete set null,
  payment_id uuid references public.payments on delete set null,
  state text not null default 'open',
  assignee_id uuid references public.profiles on delete set null,
  opened_at timestamptz not null,
  last_message_at timestamptz not null,
  waiting_since timestamptz,
  first_answered_at timestamptz,
  resolved_at timestamptz,
  read_at timestamptz,
  constraint support_threads_number_key unique (number),
  constraint support_threads_whose_check check (person_id is not null or (email is not null and name is not null)),
  constraint support_threads_email_check check (char_length(email) <= 320 and email = lower(email)),
  constraint support_threads_name_check check (char_length(trim(name)) between 1 and 120),
  constraint support_threads_subject_check check (char_length(trim(subject)) between 3 and 120),
  constraint support_threads_context_check check (context in ('booking', 'payment', 'room', 'account', 'help', 'contact')),
  constraint support_threads_state_check check (state in ('open', 'waiting', 'resolved')),
  constraint support_threads_waiting_check check ((waiting_since is null) or state = 'open'),
  constraint support_threads_resolved_check check ((resolved_at is not null) = (state = 'resolved'))
);
create index support_threads_person_id_idx on public.support_threads (person_id, last_message_at desc);
create index support_threads_booking_id_idx on public.support_threads (booking_id);
create index support_threads_payment_id_idx on public.support_threads (payment_id);
create index support_threads_assignee_id_idx on public.support_threads (assignee_id);
create index support_threads_state_idx on public.support_threads (state, waiting_since, last_message_at);

-- What both sides read.
create table public.support_messages (
  id bigint generated always as identity primary key,
  thread_id uuid not null references public.support_threads on delete cascade,
  author_id uuid references public.profiles on delete set null,
  side text not null,
  body text not null,
  via text not null default 'page',
  sent_at timestamptz not null,
  constraint support_messages_side_check check (side in ('person', 'team')),
  constraint support_messages_body_check check (char_length(trim(body)) >= 1 and char_length(body) <= 4000),
  constraint support_messages_via_check check (via in ('page', 'mail'))
);
create index support_messages_thread_id_idx on public.support_messages (thread_id, id);
create index support_messages_author_id_idx on public.support_messages (author_id);

-- What the team writes to itself, in a table of its own: no column or filter that is forgotten shows it to the person.
create table public.support_notes (
  id bigint generated always as identity primary key,
  thread_id uuid not null references public.support_threads on delete cascade,
  author_id uuid references public.profiles on delete set null,
  body text not null,
  created_at timestamptz not null,
  constraint support_notes_body_check check (char_length(trim(body)) >= 1 and char_length(body) <= 4000)
);
create index support_notes_thread_id_idx on public.support_notes (thread_id, id);
create index support_notes_author_id_idx on public.support_notes (author_id);

-- Answers that the team gives often.
create table public.support_answers (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  body text not null,
  created_at timestamptz not null default now(),
  constraint support_answers_title_key unique (title),
  constraint support_answers_title_check check (char_length(trim(title)) between 3 and 80),
  constraint support_answers_body_check check (char_length(trim(body)) >= 3 and char_length(body) <= 4000)
);

insert into public.support_answers (title, body) values
  ('Délai d’un remboursement', E'Bonjour {{prénom}},\n\nvotre remboursement de {{montant}} est parti. Il arrive sur votre moyen de paiement sous 5 à 10 jours, selon votre banque.\n\n{{moi}}, pour l’équipe Loge'),
  ('Caméra ou micro refusés', E'Bonjour {{prénom}},\n\nvotre navigateur n’a sans doute pas le droit d’utiliser la caméra ou le micro. Touchez le cadenas à gauche de l’adresse, autorisez les deux, puis rechargez la page. La page « Avant d’entrer » vous dit si tout marche.\n\n{{moi}}, pour l’équipe Loge'),
  ('Session non tenue', E'Bonjour {{prénom}},\n\nnous avons relu les présences de la session « {{session}} ». Si {{streamer}} n’est pas venu, vous n’avez rien à demander : tout vous est rendu.\n\n{{moi}}, pour l’équipe Loge'),
  ('Besoin de précisions', E'Bonjour {{prénom}},\n\nmerci de nous avoir écrit. Pouvez-vous nous dire à quel moment cela s’est passé, et ce que vous voyiez à l’écran ?\n\n{{moi}}, pour l’équipe Loge');

comment on table public.support_threads is 'A thread between one person and the team. Who has no account is known by an address that they proved.';
comment on column public.support_threads.id is 'The thread.';
comment on column public.support_threads.number is 'What it is called: D-0012.';
comment on column public.support_threads.person_id is 'Whose it is; null: somebody without an account.';
comment on column public.support_threads.email is 'Of a thread that began on the contact page: the address that was proven, where answers go.';
comment on column public.support_threads.name is 'Of a thread that began on the contact page: who they say they are.';
comment on column public.support_threads.subject is 'What it is about, in the words of the person.';
comment on column public.support_threads.context is 'The page that it was opened from: booking, payment, room, account, help or contact.';
comment on column public.support_threads.booking_id is 'The session that it is about; null: none, or deleted since.';
comment on column public.support_threads.payment_id is 'The payment that it is about; null: none.';
comment on column public.support_threads.state is 'open: the team is to answer; waiting: the person is; resolved.';
comment on column public.support_threads.assignee_id is 'The admin who takes care of it. Not for the person.';
comment on column public.support_threads.opened_at is 'When the person wrote first.';
comment on column public.support_threads.last_message_at is 'The newest message of either side.';
comment on column public.support_threads.waiting_since is 'The first message of the person that the team has not answered; null: none.';
comment on column public.support_threads.first_answered_at is 'The first answer of the team.';
comment on column public.support_threads.resolved_at is 'When it was settled.';
comment on column public.support_threads.read_at is 'When the person last read it.';

comment on table public.support_messages is 'What a person and the team write to each other.';
comment on column public.support_messages.id is 'Rises with each message.';
comment on column public.support_messages.thread_id is 'The thread.';
comment on column public.support_messages.author_id is 'Who wrote it; null without an account. Of the team not for the person, who reads the team as one.';
comment on column public.support_messages.side is 'person or team.';
comment on column public.support_messages.body is 'The message.';
comment on column public.support_messages.via is 'page, or mail: a reply to one of the mails of the thread.';
comment on column public.support_messages.sent_at is 'When.';

comment on table public.support_notes is 'What the team writes to itself about a thread. The person never reads it.';
comment on column public.support_notes.id is 'Rises with each note.';
comment on column public.support_notes.thread_id is 'The thread.';
comment on column public.support_notes.author_id is 'The admin who wrote it.';
comment on column public.support_notes.body is 'The note.';
comment on column public.support_notes.created_at is 'When.';

comment on table public.support_answers is 'Answers that the team gives often, with variables in braces (domain/support).';
comment on column public.support_answers.id is 'The answer.';
comment on column public.support_answers.title is 'How the team finds it.';
comment on column public.support_answers.body is 'Its text.';
comment on column public.support_answers.created_at is 'When it was first saved.';
