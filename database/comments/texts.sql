-- Legal texts and help (product/shared/texts.ts).

comment on table public.text_versions is 'A version of a legal or help text. The newest whose effective_at has come is in force. Append-only.';
comment on column public.text_versions.slug is 'Which text; also its path on the site.';
comment on column public.text_versions.version is 'Rises with each publication, from 1.';
comment on column public.text_versions.body is 'Markdown, with variables in double braces.';
comment on column public.text_versions.effective_at is 'From when it is in force.';
comment on column public.text_versions.reason is 'Why it was published.';
comment on column public.text_versions.created_at is 'When it was published.';
comment on column public.text_versions.created_by is 'Who published it; null: Loge itself.';

comment on table private.text_drafts is 'What the team is writing: at most one draft a text.';
comment on column private.text_drafts.slug is 'Which text.';
comment on column private.text_drafts.base_version is 'The version that the draft started from; publishing is refused once another one is the newest.';
comment on column private.text_drafts.body is 'Markdown, with variables in double braces.';
comment on column private.text_drafts.updated_at is 'Last change.';
comment on column private.text_drafts.updated_by is 'Who made it; null once that account is deleted.';

comment on table public.text_acceptances is 'Which version of a text somebody accepted: the conditions of use at sign-up and when they change, those of sale with a payment.';
comment on column public.text_acceptances.person_id is 'Who accepted.';
comment on column public.text_acceptances.slug is 'Which text.';
comment on column public.text_acceptances.version is 'Which version of it.';
comment on column public.text_acceptances.accepted_at is 'When they first did.';

comment on table private.house_texts is 'The texts that releases of Loge came with, each wording once; the one that came last is the newest release''s.';
comment on column private.house_texts.digest is 'MD5 of the body: two wordings differ in it. Nothing trusts it.';
comment on column private.house_texts.slug is 'Which text.';
comment on column private.house_texts.body is 'Markdown, with variables in double braces.';
comment on column private.house_texts.since is 'When a release with this wording first started here.';
