-- The version in force of a text becomes accepted by a person, unless it was already. Nothing happens while nobody has written it.
create or replace function private.accept_text(person uuid, text_slug text, accepted timestamptz) returns void
language sql security definer set search_path = '' as $$
  insert into public.text_acceptances (person_id, slug, version, accepted_at)
  select person, v.slug, v.version, greatest(accepted, v.effective_at)
  from public.text_versions v
  where v.slug = text_slug and v.effective_at <= now()
  order by v.version desc limit 1
  on conflict do nothing
$$;
revoke execute on function private.accept_text(uuid, text, timestamptz) from public;

comment on function private.accept_text(uuid, text, timestamptz) is 'Keeps that a person accepted the version in force of a text.';
