-- What a report keeps of its profile: the addresses of pictures, and of the film with its captions.
create or replace function private.pictures_of(evidence jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(evidence -> 'pictures', '[]') || coalesce(evidence -> 'films', '[]')
$$;
revoke execute on function private.pictures_of(jsonb) from public;

-- Whether a picture or film is what an open case, or a decision that can still be appealed, was reported with. `person` is whose it is.
create or replace function private.is_evidence(person text, address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.moderation_cases c join public.moderation_reports r on r.case_id = c.id
      left join public.moderation_decisions d on d.case_id = c.id
    where c.person_id::text = person and private.pictures_of(r.evidence) ? address
      and (c.state in ('open', 'appealed') or (d.measure <> 'none' and d.appeal_until > now() and c.state <> 'closed')))
$$;
revoke execute on function private.is_evidence(text, text) from public;

comment on function private.is_evidence(text, text) is 'Says whether a picture or film of a person is evidence in a case that is not over.';
comment on function private.pictures_of(jsonb) is 'Lists the addresses of pictures and films that a report keeps.';
